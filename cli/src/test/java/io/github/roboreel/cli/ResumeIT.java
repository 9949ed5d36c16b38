package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recording into a folder that is in use or was used before. */
@Timeout(180)
class ResumeIT {
    @TempDir private Path folder;

    @Test
    void completeRunsAreSkippedAndMissingOnesAdded() throws Exception {
        ChildJvm first = record("--num-runs=1");
        assertEquals(0, first.exitCode(), first.err());
        Path run = output().resolve("BananaInBowlTask/run_0.hdf5");
        byte[] before = Files.readAllBytes(run);

        ChildJvm second = record("--num-runs=2", "--json");

        assertEquals(0, second.exitCode(), second.err());
        assertTrue(second.err().contains("run 0 is complete and skipped"), second.err());
        assertArrayEquals(before, Files.readAllBytes(run));
        JsonNode report = new ObjectMapper().readTree(second.out());
        assertEquals("[0]", report.get("skipped_runs").toString());
        assertEquals(1, report.get("episodes").get(0).get("run").asInt());
        assertEquals(List.of("0 0", "0 1", "1 0", "1 1"), resultPlaces());
        JsonNode complete =
                new ObjectMapper()
                        .readTree(output().resolve("BananaInBowlTask/run_complete.json").toFile());
        assertEquals(2, complete.get("num_runs").asInt());
        assertEquals("none", complete.get("video_mode").asText());
    }

    @Test
    void anotherRecordingIsRefusedWithWhatDiffers() throws Exception {
        assertEquals(0, record().exitCode());
        ChildJvm other = record("--seed=9", "--task=RubiksCubeInBowlTask");
        assertEquals(2, other.exitCode(), other.err());
        assertTrue(other.err().contains("task is BananaInBowlTask there"), other.err());
        ChildJvm seed = record("--seed=9");
        assertEquals(2, seed.exitCode(), seed.err());
        assertTrue(seed.err().contains("seed is 0 there, 9 was asked for"), seed.err());
        assertEquals(List.of("0 0", "0 1"), resultPlaces());
    }

    @Test
    void aSecondRecorderIsToldWhoHoldsTheFolderAndAKilledRunIsRepeated() throws Exception {
        ChildJvm holder = start("--realtime", "--policy=hold", "--max-steps=300");
        Path run = output().resolve("BananaInBowlTask/run_0.hdf5");
        while (!Files.exists(run) && holder.isAlive()) {
            Thread.sleep(20);
        }
        ChildJvm second = record();
        assertEquals(1, second.exitCode(), second.err());
        assertTrue(
                second.err().contains("is being written by process " + holder.pid()), second.err());

        holder.kill();
        ChildJvm third = record();
        assertEquals(0, third.exitCode(), third.err());
        assertTrue(third.err().contains("run 0 was not complete"), third.err());
        assertEquals(List.of("0 0", "0 1"), resultPlaces());
        try (Stream<Path> files = Files.list(output().resolve("BananaInBowlTask"))) {
            Path aside =
                    files.filter(f -> f.getFileName().toString().startsWith("replaced-run_0-"))
                            .findFirst()
                            .orElseThrow();
            assertTrue(Files.size(aside.resolve("run_0.hdf5")) > 0);
            assertTrue(Files.size(aside.resolve("run_0.staging")) > 0);
        }
        assertFalse(Files.exists(output().resolve("BananaInBowlTask/run_0.staging")));
    }

    @Test
    void whatIsInTheWayIsNeverOverwritten() throws Exception {
        Path env = Files.createDirectories(output().resolve("BananaInBowlTask"));
        Files.writeString(env.resolve("run_0.hdf5"), "precious");
        ChildJvm child = record();
        assertEquals(0, child.exitCode(), child.err());
        String aside = child.err().substring(child.err().indexOf("what it left is in ") + 19);
        Path kept = folder.resolve(aside.lines().findFirst().orElseThrow());
        assertEquals("precious", Files.readString(kept.resolve("run_0.hdf5")));
    }

    @Test
    void adaptiveSamplingStopsAtTheWidthOrTheMaximum() throws Exception {
        ChildJvm narrow =
                record("--num-episodes-adaptive=40", "--ci-pp-width=0.4", "--json", "--quiet");
        assertEquals(0, narrow.exitCode(), narrow.err());
        // 0 of 10: the interval 0 to 0.28 is narrow enough, and fewer than 10 never are.
        assertEquals(10, new ObjectMapper().readTree(narrow.out()).get("episodes").size());
        ChildJvm more = record("--num-episodes-adaptive=13", "--ci-pp-width=0.1", "--json");
        assertEquals(0, more.exitCode(), more.err());
        // Batches are full: 14 episodes, 10 of them were there.
        assertEquals(4, new ObjectMapper().readTree(more.out()).get("episodes").size());
        assertEquals(14, resultPlaces().size());
    }

    @Test
    void contradictoryNumbersAreRefused() throws Exception {
        ChildJvm both = record("--num-runs=2", "--num-episodes-adaptive=5");
        assertEquals(2, both.exitCode());
        assertTrue(both.err().contains("exclude each other"), both.err());
        ChildJvm alone = record("--ci-pp-width=0.2");
        assertEquals(2, alone.exitCode());
        assertTrue(alone.err().contains("--num-episodes-adaptive"), alone.err());
        ChildJvm wide = record("--num-episodes-adaptive=5", "--ci-pp-width=1.5");
        assertEquals(2, wide.exitCode());
        assertTrue(wide.err().contains("1.5"), wide.err());
        assertFalse(Files.exists(output()));
    }

    private ChildJvm record(String... options) throws Exception {
        return ChildJvm.run(folder, arguments(options));
    }

    private ChildJvm start(String... options) throws Exception {
        return ChildJvm.start(folder, arguments(options));
    }

    private static String[] arguments(String... options) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "record",
                                "--num-envs=2",
                                "--video-mode=none",
                                "--output-folder-name=take"));
        if (Stream.of(options).noneMatch(o -> o.startsWith("--max-steps"))) {
            arguments.add("--max-steps=6");
        }
        arguments.addAll(List.of(options));
        return arguments.toArray(String[]::new);
    }

    private Path output() {
        return folder.resolve("output/take");
    }

    private List<String> resultPlaces() throws IOException {
        List<String> places = new ArrayList<>();
        for (String line : Files.readAllLines(output().resolve("episode_results.jsonl"))) {
            JsonNode result = new ObjectMapper().readTree(line);
            places.add(result.get("run").asInt() + " " + result.get("env_id").asInt());
        }
        return places.stream().sorted().toList();
    }
}
