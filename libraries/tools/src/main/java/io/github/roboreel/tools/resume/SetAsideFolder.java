package io.github.roboreel.tools.resume;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.WholeFile;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A folder {@code replaced-run_<run>-<time>} for what one run has left: its files and its result lines. */
final class SetAsideFolder {
    private static final Pattern LINE_END = Pattern.compile("(?<=\n)");

    /** Keeps every byte as it is, also those of a line that is no UTF-8. */
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private SetAsideFolder() {}

    static Path create(Path envFolder, int run) throws IOException {
        return create(envFolder, run, LocalDateTime.now());
    }

    /** A clock may show the same time twice. */
    static Path create(Path envFolder, int run, LocalDateTime now) throws IOException {
        String stem = RunFolder.replacedRun(run, now);
        Path folder = envFolder.resolve(stem);
        for (int i = 2; Files.exists(folder); i++) {
            folder = envFolder.resolve(stem + "-" + i);
        }
        return Files.createDirectories(folder);
    }

    /** Run file, staging, logs and videos of a run, with whatever a dead recorder left of them. */
    static List<Path> traces(Path envFolder, int run) throws IOException {
        if (!Files.isDirectory(envFolder)) {
            return List.of();
        }
        Pattern name = RunFolder.tracesOf(run);
        try (Stream<Path> files = Files.list(envFolder)) {
            return files.filter(Files::isRegularFile)
                    .filter(f -> name.matcher(f.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }

    /**
     * Takes the lines of one run out of {@code episode_results.jsonl}, all others as they were; afterwards they are in
     * a file of the same name in {@code aside}.
     */
    static void moveLines(Path folder, String envName, int run, Path aside) throws IOException {
        Path results = folder.resolve(RunFolder.RESULTS);
        if (!Files.exists(results)) {
            return;
        }
        StringBuilder kept = new StringBuilder();
        StringBuilder moved = new StringBuilder();
        for (String line : LINE_END.split(Files.readString(results, BYTES))) {
            (isOf(line, envName, run) ? moved : kept).append(line);
        }
        if (moved.isEmpty()) {
            return;
        }
        Files.writeString(aside.resolve(RunFolder.RESULTS), moved, BYTES);
        WholeFile.write(results, kept.toString().getBytes(BYTES));
    }

    private static boolean isOf(String line, String envName, int run) {
        try {
            JsonNode json = LenientJson.trees().readTree(line.getBytes(BYTES));
            return json.path("env_name").asText().equals(envName)
                    && json.path("run").isInt()
                    && json.path("run").asInt() == run;
        } catch (IOException e) {
            return false;
        }
    }
}
