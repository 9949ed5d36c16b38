package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.spi.SampleRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full in the middle of a result line. */
class ResultsFileTest {
    private static final int EPISODES = 60;

    @TempDir
    private Path folder;

    /** A file system of the child's own, filled up but for a few bytes; then it grows. */
    @Test
    void aFullDiskLeavesWholeLinesAndTheNextRunGoesOnBehindThem() throws Exception {
        assumeTrue(run("unshare", unshare(), "-m", "true") == 0, "this machine allows no mount namespace of one's own");
        Path mount = Files.createDirectory(folder.resolve("small"));
        Path kept = Files.createDirectory(folder.resolve("kept"));
        String script = String.join(
                "\n",
                "set -e",
                "mount -t tmpfs -o size=64k tmpfs '" + mount + "'",
                java("0", mount),
                "cp '" + mount + "/" + RunFolder.RESULTS + "' '" + kept + "/full'",
                "mount -o remount,size=1m '" + mount + "'",
                java("1", mount),
                "cp '" + mount + "/" + RunFolder.RESULTS + "' '" + kept + "/grown'");
        List<String> said = runAll("unshare", unshare(), "-m", "sh", "-c", script);
        assertStopped(said.get(0), "No space left on device");
        assertEquals("all written", said.get(1));
        List<JsonNode> full = lines(kept.resolve("full"));
        List<JsonNode> grown = lines(kept.resolve("grown"));
        assertTrue(full.size() > 5 && full.size() < EPISODES, full.size() + " lines");
        assertEquals(full, grown.subList(0, full.size()), "acknowledged lines are as they were");
        assertEquals(EPISODES, grown.size() - full.size());
    }

    /** The same with a limit on the file's size, which every machine has. */
    @Test
    void aLineThatTheSystemCutsIsTakenBack() throws Exception {
        String script = String.join(
                "\n",
                "trap '' XFSZ",
                "(ulimit -f 48; " + java("0", folder) + ")",
                "cp '" + folder + "/" + RunFolder.RESULTS + "' '" + folder + "/full'",
                java("1", folder));
        List<String> said = runAll("sh", "-c", script);
        assertStopped(said.get(0), "File too large");
        assertEquals("all written", said.get(1));
        List<JsonNode> full = lines(folder.resolve("full"));
        List<JsonNode> grown = lines(folder.resolve(RunFolder.RESULTS));
        assertTrue(full.size() > 5 && full.size() < EPISODES, full.size() + " lines");
        assertEquals(full, grown.subList(0, full.size()));
        assertEquals(EPISODES, grown.size() - full.size());
    }

    private static void assertStopped(String said, String why) {
        assertTrue(said.contains("could not be written to episode_results.jsonl"), said);
        assertTrue(said.contains(why), said);
    }

    /** Every line is a whole JSON object and ends with a line feed. */
    private static List<JsonNode> lines(Path file) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.endsWith("}\n"), "ends in: " + text.substring(text.length() - 40));
        List<JsonNode> lines = new ArrayList<>();
        for (String line : text.split("\n")) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }

    private static String unshare() {
        return System.getProperty("user.name").equals("root") ? "--propagation=private" : "-r";
    }

    private static String java(String run, Path output) {
        return "'"
                + Path.of(System.getProperty("java.home"), "bin", "java")
                + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -cp '"
                + System.getProperty("java.class.path")
                + "' '"
                + Recording.class.getName()
                + "' "
                + run
                + " '"
                + output
                + "'";
    }

    private static int run(String... command) throws Exception {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor();
        } catch (IOException missing) {
            return -1;
        }
    }

    private static List<String> runAll(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertEquals(0, process.exitValue(), out);
        return out.lines().toList();
    }

    /** Records a run of many short episodes with long instructions; prints how it went. */
    static final class Recording {
        private Recording() {}

        public static void main(String[] args) {
            RunSpec sample = SampleRun.of(Path.of(args[1]), Integer.parseInt(args[0]), EPISODES);
            EpisodeInfo info = new EpisodeInfo("x".repeat(1500), "p", 1, 0.0625);
            RunSpec run = RunSpec.builder(sample.folder(), sample.envName())
                    .taskName(sample.taskName())
                    .run(sample.run())
                    .episodes(EpisodeInfo.repeat(EPISODES, info))
                    .instructionType(sample.instructionType())
                    .attributes(sample.attributes())
                    .envConfigJson(sample.envConfigJson())
                    .build();
            TestRecording recording = new TestRecording(run);
            try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
                for (int env = 0; env < EPISODES; env++) {
                    recording.begin(recorder.env(env));
                    recorder.env(env).end(EpisodeOutcome.success("")).join();
                }
                System.out.println("all written");
            } catch (RecorderException | CompletionException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
