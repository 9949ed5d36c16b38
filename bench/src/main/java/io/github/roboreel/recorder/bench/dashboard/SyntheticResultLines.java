package io.github.roboreel.recorder.bench.dashboard;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.RunFolder;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** Made-up result lines. */
final class SyntheticResultLines {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TASKS = 12;
    private static final double DT_SECONDS = 1 / 15.0;
    private static final double SUCCESS_RATE = 0.4;
    private static final Duration AGE = Duration.ofHours(1);

    private SyntheticResultLines() {}

    /** Recordings that consist of lines alone, older than an index would doubt. */
    static void makeRecordings(Path folder, int recordings, int episodes) throws IOException {
        FileTime past = FileTime.from(Instant.now().minus(AGE));
        Random random = new Random(0);
        for (int recording = 0; recording < recordings; recording++) {
            Path output = Files.createDirectories(folder.resolve("take_" + recording));
            Path file = output.resolve(RunFolder.RESULTS);
            try (BufferedWriter out = Files.newBufferedWriter(file)) {
                for (int episode = 0; episode < episodes; episode++) {
                    out.write(JSON.writeValueAsString(line(recording, episode, random)));
                    out.write('\n');
                }
            }
            Files.setLastModifiedTime(file, past);
            Files.setLastModifiedTime(output, past);
        }
        Files.setLastModifiedTime(folder, past);
    }

    private static ObjectNode line(int recording, int episode, Random random) {
        String task = "Task" + episode % TASKS;
        int steps = 50 + random.nextInt(300);
        boolean success = random.nextDouble() < SUCCESS_RATE;
        ObjectNode line = JSON.createObjectNode();
        line.put("env_name", task).put("task_name", task).put("run_name", task + "_" + episode / TASKS);
        line.put("run", episode / TASKS).put("episode", episode).put("env_id", 0);
        line.put("policy", "policy_" + recording % 3).put("instruction", "do what " + task + " says");
        line.putArray("attributes").add("simple").add("pick_and_place");
        line.put("success", success).put("episode_step", steps).put("duration", steps * DT_SECONDS);
        line.put("dt", DT_SECONDS);
        line.putObject("metrics")
                .put("ee_sparc", -2 - 3 * random.nextDouble())
                .put("ee_path_length", random.nextDouble())
                .put("ee_isj", 100 * random.nextDouble());
        line.putObject("events").put("OBJECT_BUMPED", random.nextInt(4));
        line.put("instruction_type", "default").put("score", success ? 1 : random.nextDouble());
        return line.put("reason", success ? "object is in the bowl" : "time is over")
                .put("status", success ? "success" : "truncated");
    }

    /** Adds lines like the first one, of later runs, until there are so many. */
    static void repeatFirst(Path output, int episodes) throws IOException {
        Path file = output.resolve(RunFolder.RESULTS);
        List<String> lines = Files.readAllLines(file);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (String line : lines) {
                out.write(line + "\n");
            }
            for (int number = lines.size(); number < episodes; number++) {
                ObjectNode line = (ObjectNode) JSON.readTree(lines.get(0));
                line.put("run", number).put("episode", number);
                line.put("run_name", line.path("env_name").asText() + "_" + number);
                out.write(JSON.writeValueAsString(line) + "\n");
            }
        }
    }
}
