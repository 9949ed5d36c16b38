package io.github.roboreel.recorder.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class BenchMainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void everyOptionOfSeveralWordsHasBothSpellings() {
        int checked = 0;
        for (CommandLine command : BenchMain.commandLine().getSubcommands().values()) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                List<String> names = List.of(option.names());
                String words = option.longestName().substring(2);
                if (words.indexOf('-') > 0 || words.indexOf('_') > 0) {
                    assertTrue(names.contains("--" + words.replace('_', '-')), names.toString());
                    assertTrue(names.contains("--" + words.replace('-', '_')), names.toString());
                    checked++;
                }
            }
        }
        assertTrue(checked >= 20, checked + " options");
    }

    @Test
    void producerPrintsATableAndOneJsonLine() throws IOException {
        int exit = bench(
                "producer",
                "--num_envs",
                "3",
                "--steps",
                "40",
                "--warm-up-steps",
                "5",
                "--output-dir",
                folder.toString());
        assertEquals(0, exit, err.toString());
        assertEquals(1, out.toString().lines().count());
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertEquals("producer", json.get("bench").asText());
        assertEquals(3, json.get("num_envs").asInt());
        assertEquals(40, json.get("steps").asInt());
        assertEquals(597, json.get("row_bytes").asInt());
        assertEquals(
                120 / json.get("wall_s").asDouble(), json.get("env_steps_per_s").asDouble(), 120);
        for (String what : new String[] {"env_step_us", "step_us"}) {
            JsonNode micros = json.get(what);
            assertTrue(micros.get("50").asDouble() > 0);
            assertTrue(micros.get("99").asDouble() >= micros.get("50").asDouble());
            assertTrue(micros.get("99.9").asDouble() >= micros.get("99").asDouble());
            assertTrue(micros.get("100").asDouble() >= micros.get("99.9").asDouble());
        }
        assertTrue(err.toString().contains("p99.9"), err.toString());
        assertEquals(
                3, Files.readAllLines(folder.resolve("episode_results.jsonl")).size());
        assertTrue(Files.readString(folder.resolve("episode_results.jsonl")).contains("\"episode_step\":45"));
    }

    @Test
    void videoMeasuresOurEncodersAndThePeerOnTheSameFrames() throws IOException {
        Path raw = folder.resolve("scene.rgb");
        int exit = bench(
                "video",
                "--size",
                "64x48",
                "--streams",
                "2",
                "--frames",
                "20",
                "--rounds",
                "1",
                "--raw",
                raw.toString(),
                "--peer");
        assertEquals(0, exit, err.toString());
        assertEquals(1, out.toString().lines().count());
        JsonNode json = new ObjectMapper().readTree(out.toString());
        JsonNode peer = json.get("peer");
        for (String encoder : new String[] {"openh264", "jcodec"}) {
            JsonNode ours = json.get("encoders").get(encoder);
            assertTrue(ours.get("fps_total").asDouble() > 0, encoder);
            assertEquals(peer.get("psnr_db").asDouble(), ours.get("psnr_db").asDouble(), 3);
            assertEquals(
                    ours.get("bytes_per_frame").asDouble()
                            / peer.get("bytes_per_frame").asDouble(),
                    ours.get("bytes_ratio").asDouble(),
                    1e-3);
            assertTrue(err.toString().contains(encoder), err.toString());
        }
        assertEquals(60 * 64 * 48 * 3, Files.size(raw));
    }

    @Test
    void durabilityComparesItsLevelsAndLeavesNothing() throws IOException {
        Path scratch = folder.resolve("disk");
        int exit = bench(
                "durability", "--num_envs", "2", "--steps", "60", "--rounds", "2", "--output_dir", scratch.toString());
        assertEquals(0, exit, err.toString());
        assertEquals(1, out.toString().lines().count());
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertEquals(597, json.get("row_bytes").asInt());
        double base = json.get("levels").get("process").get("env_steps_per_s").asDouble();
        for (String name : new String[] {"process", "data", "full"}) {
            JsonNode level = json.get("levels").get(name);
            assertEquals(
                    level.get("env_steps_per_s").asDouble() / base,
                    level.get("env_steps_per_s_ratio").asDouble(),
                    2e-3);
            JsonNode ack = level.get("ack_ms");
            assertTrue(ack.get("50").asDouble() > 0, name);
            assertTrue(ack.get("99").asDouble() >= ack.get("50").asDouble(), name);
            assertTrue(ack.get("100").asDouble() >= ack.get("99").asDouble(), name);
            assertTrue(level.get("pending_steps_max").asLong() <= 120, name);
            assertTrue(err.toString().contains(name), err.toString());
        }
        assertEquals(0, scratch.toFile().list().length);
    }

    @Test
    void badArgumentsExitWithTwo() {
        assertRefused("'1280' is no width x height", "video", "--size", "1280");
        assertRefused("--size has 33", "video", "--size", "33x18");
        assertRefused("--streams is 0", "video", "--streams", "0");
        assertRefused("--encoder is 'vp9'", "video", "--encoder", "vp9");
        assertRefused("--num-envs is 0", "producer", "--num-envs", "0");
        assertRefused("--steps is -1", "producer", "--steps", "-1");
        assertRefused("--steps", "producer", "--steps", "many");
        assertRefused("--colour", "producer", "--colour", "red");
        assertRefused("which benchmark");
        assertRefused("--iterations is 0", "jmh", "--iterations", "0");
        assertRefused("--rounds is 0", "durability", "--rounds", "0");
    }

    @Test
    void aFolderThatCannotBeWrittenExitsWithOne() throws IOException {
        Path file = Files.createFile(folder.resolve("taken"));
        assertEquals(1, bench("producer", "--steps", "1", "--output-dir", file.toString()));
        assertTrue(err.toString().contains("taken"), err.toString());
        assertFalse(err.toString().contains("\tat "), err.toString());
    }

    private void assertRefused(String word, String... args) {
        err.getBuffer().setLength(0);
        assertEquals(2, bench(args), err.toString());
        assertTrue(err.toString().contains(word), err.toString());
        assertEquals("", out.toString());
    }

    private int bench(String... args) {
        return BenchMain.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }
}
