package io.github.roboreel.recorder.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** End-to-end benchmarks with sizes as small as they still run. */
class BenchmarksIT extends BenchmarkRun {
    @Test
    void recordMeasuresWholeRecordingsAndRemovesThem() throws IOException {
        JsonNode json = bench("record --num_envs 3 --steps 40 --pace_hz 400 --compression balanced"
                + " --flush_interval_steps 20 --compressor_threads 1 --rounds 2"
                + " --json --output_dir "
                + folder);
        assertEquals("record", json.get("bench").asText());
        assertEquals(597, json.get("row_bytes").asInt());
        assertEquals("balanced", json.get("compression").asText());
        double wall = json.get("wall_s").asDouble();
        assertEquals(3 / wall, json.get("episodes_per_s").asDouble(), 1e-3 * 3 / wall);
        assertTrue(wall >= 39 / 400.0, "paced: " + wall);
        double speed = json.get("env_steps_per_s").asDouble();
        assertEquals(120 / wall, speed, 1e-3 * speed);
        assertEquals(speed * 597 / 1e6, json.get("raw_mb_per_s").asDouble(), 0.1);
        assertTrue(json.get("cold_env_steps_per_s").asDouble() > 0);
        assertEquals(2, json.get("each_env_steps_per_s").size());
        assertTrue(json.get("file_mb").asDouble() > 120 * 100 / 1e6);
        assertTrue(json.get("peak_rss_mb").asDouble() > 20);
        assertTrue(json.get("allocated_bytes_per_step").asDouble() >= 0);
        assertTrue(json.get("gc_pause_ms").asLong() >= 0);
        assertTrue(json.get("slowest_flush_ms").asDouble() > 0);
        assertRising(json.get("stall_us"));
        assertRising(json.get("cold_stall_us"));
        assertTrue(err.toString().contains("env-steps/s"), err.toString());
        assertEmpty(folder);
    }

    @Test
    void recordSaysWhichThreadUsedTheProcessorsWhere() throws IOException {
        JsonNode json = bench("record --num-envs 4 --steps 1500 --rounds 2 --profile --output-dir " + folder);
        JsonNode profile = json.get("profile");
        assertTrue(profile.get("busy_processors").asDouble() > 0.05, profile.toString());
        double shares = 0;
        for (JsonNode thread : profile) {
            shares += thread.path("share").asDouble();
        }
        assertTrue(shares > 0.8 && shares <= 1.001, profile.toString());
        assertTrue(profile.at("/main/share").asDouble() > 0.01, profile.toString());
        assertTrue(profile.at("/roboreel-hdf5-run/share").asDouble() > 0.01, profile.toString());
        assertTrue(err.toString().contains("processors busy"), err.toString());
    }

    @Test
    void recordKeepsTheLastRecordingAndLeavesTheRestOfTheFolderAlone() throws IOException {
        Path other = Files.writeString(folder.resolve("other.txt"), "mine");
        JsonNode json = bench("record --num-envs 2 --steps 6 --images 16x12 --cameras 1 --rounds 1"
                + " --flush-interval-steps 5 --compression none --keep"
                + " --output-dir "
                + folder);
        assertEquals(597 + 16 * 12 * 3, json.get("row_bytes").asInt());
        Path file = Path.of(json.get("file").asText());
        assertEquals(json.get("file_mb").asDouble(), Files.size(file) / 1e6, 1e-3);
        assertEquals("mine", Files.readString(other));
        try (Stream<Path> results = Files.walk(folder)) {
            assertEquals(1, results.filter(p -> p.toString().endsWith(".hdf5")).count());
        }
        List<String> lines = Files.readAllLines(file.getParent().resolveSibling("episode_results.jsonl"));
        assertEquals(2, lines.size());
        assertTrue(lines.get(1).contains("\"episode_step\":6"), lines.get(1));
    }

    @Test
    void idleMeasuresSilenceAPaceAndTheFirstStepAfterASilence() throws IOException {
        JsonNode json = bench("idle --num_envs 2 --pace_hz 40 --seconds 2 --first_steps 3 --silence_seconds 0.05"
                + " --output_dir "
                + folder);
        assertEquals(40, json.get("pace_hz").asDouble());
        assertEquals("sleeping", json.get("wait_strategy").asText());
        assertTrue(json.get("idle_cpu_percent").asDouble() >= 0, json.toString());
        assertTrue(json.get("paced_cpu_percent").asDouble() > 0, json.toString());
        double recorder = json.get("paced_recorder_cpu_percent").asDouble();
        // The process's clock may lag behind its threads' by two ticks of 10 ms, of the 2 s measured.
        assertTrue(recorder > 0 && recorder <= json.get("paced_cpu_percent").asDouble() + 1, json.toString());
        assertFalse(json.get("paced_threads").has(Thread.currentThread().getName()), json.toString());
        JsonNode first = json.get("first_step_us");
        assertTrue(first.get("50").asDouble() > 0
                && first.get("50").asDouble() <= first.get("100").asDouble());
        assertTrue(err.toString().contains("% of a core"), err.toString());
        assertEmpty(folder);
    }

    @Test
    void limitWritesTheRecordersChunksByItselfAndComparesTheRecorder() throws IOException {
        JsonNode json = bench("limit --num_envs 3 --steps 1100 --short_episodes 20 --short_steps 7 --rounds 1"
                + " --output_dir "
                + folder);
        assertEquals(3, json.get("cases").size());
        JsonNode envs = json.get("cases").get(0);
        assertEquals(3, envs.get("episodes").asInt());
        assertEquals(28, envs.get("datasets").asInt());
        assertEquals(3 * 3 * 28, envs.get("chunks").asInt());
        JsonNode few = json.get("cases").get(1);
        assertEquals(5, few.get("datasets").asInt());
        assertEquals(20 * 5, few.get("chunks").asInt());
        assertEquals(7, few.get("steps").asInt());
        assertEquals(28, json.get("cases").get(2).get("datasets").asInt());
        for (JsonNode one : json.get("cases")) {
            double ratio = one.get("limit_s").asDouble() / one.get("recorder_s").asDouble();
            assertEquals(ratio, one.get("ratio").asDouble(), 1e-3 * ratio);
        }
        assertTrue(err.toString().contains("episodes/s"), err.toString());
        assertEmpty(folder);
    }

    @Test
    void scaleMeasuresEveryPointInAJvmOfItsOwn() throws IOException {
        JsonNode json = bench("scale --num_envs 3 --compressor_threads 1 --row_bytes 100 --steps 30"
                + " --rounds 1 --output_dir "
                + folder);
        assertEquals(2, json.get("points").size());
        JsonNode envs = json.get("points").get(0);
        assertEquals(3, envs.get("num_envs").asInt());
        assertEquals(597, envs.get("row_bytes").asInt());
        JsonNode rows = json.get("points").get(1);
        assertEquals(16, rows.get("num_envs").asInt());
        assertEquals(100, rows.get("row_bytes").asInt());
        for (JsonNode point : json.get("points")) {
            assertEquals(30, point.get("steps").asInt());
            assertTrue(point.get("env_steps_per_s").asDouble() > 0);
            assertTrue(point.get("episodes_per_s").asDouble() > 0);
            assertTrue(point.get("open_s").asDouble() > 0);
            assertTrue(point.get("close_s").asDouble() > 0);
            assertTrue(point.get("peak_rss_mb").asDouble() > 20);
            assertTrue(point.get("file_bytes_per_step").asDouble() > 50);
        }
        assertEmpty(folder);
    }

    @Test
    void readComparesOurFileWithThePeers() throws IOException {
        JsonNode json = bench("read --num_envs 2 --steps 40 --images 32x24 --camera_steps 6 --accesses 5"
                + " --rounds 1 --output_dir "
                + folder);
        for (String name : List.of("proprio", "cameras")) {
            JsonNode run = json.get(name);
            List<String> keys = names(run.get("ours"));
            assertEquals(keys, names(run.get("peer")));
            assertEquals(name.equals("cameras"), keys.contains("random_frame_ms"));
            for (String key : keys) {
                double ratio = run.get("ours").get(key).asDouble();
                ratio /= run.get("peer").get(key).asDouble();
                double faster = key.endsWith("_ms") ? 1 / ratio : ratio;
                double found = run.get("times_faster").get(key).asDouble();
                assertEquals(faster, found, 1e-3 * faster, key);
            }
        }
        assertEmpty(folder);
    }

    @Test
    void metricsComputesTheSameAsNumpy() throws IOException {
        JsonNode json = bench("metrics --episodes 5 --steps 20 --episodes_per_run 2 --output_dir " + folder);
        assertEquals(5, json.get("episodes").asInt());
        assertEquals(8, json.get("compared_metrics").size());
        for (String who : List.of("ours", "numpy")) {
            double perEpisode = who.equals("ours") ? 9 : 8;
            JsonNode figures = json.get(who);
            double speed = figures.get("episodes_per_s").asDouble();
            assertEquals(5 / figures.get("wall_s").asDouble(), speed, 1e-3 * speed, who);
            double metrics = figures.get("metrics_per_s").asDouble();
            assertEquals(perEpisode * speed, metrics, 1e-3 * metrics, who);
        }
        assertEmpty(folder);
    }

    @Test
    void endTimesEveryEpisodeButThoseOfTheFirstRun() throws IOException {
        JsonNode json = bench("end --num_envs 3 --steps 30 --pace_hz 1000 --runs 2 --output_dir " + folder);
        assertEquals(6, json.get("episodes").asInt());
        assertEquals(9, json.get("metrics").asInt());
        JsonNode millis = json.get("end_ms");
        assertTrue(millis.get("50").asDouble() > 0, millis.toString());
        assertTrue(millis.get("100").asDouble() >= millis.get("50").asDouble());
        assertTrue(json.get("stall_us_while_ending").get("50").asDouble() > 0);
        assertTrue(json.get("stall_us_otherwise").get("50").asDouble() > 0);
        assertEmpty(folder);
    }

    @Test
    void badArgumentsAreRefusedBeforeAnythingIsRecorded() {
        assertRefused("--num-envs is 0", "record --num-envs 0");
        assertRefused("--steps is -1", "record --steps -1");
        assertRefused("'1280' is no width x height", "record --images 1280");
        assertRefused("--cameras is 0", "record --images 16x16 --cameras 0");
        assertRefused("--pace-hz is -1", "record --pace-hz -1");
        assertRefused("--pace-hz is NaN", "record --pace-hz NaN");
        assertRefused("--compression", "record --compression zip");
        assertRefused("--rounds is 0", "record --rounds 0");
        assertRefused("--row-bytes has 99", "record --row-bytes 99");
        assertRefused("--flush-interval-steps is -5", "record --flush-interval-steps -5");
        assertRefused("--only has 'sun'", "peers --only sun");
        assertRefused("--rounds is -2", "peers --rounds -2");
        assertRefused("--num-envs has 0", "scale --num-envs 4,0");
        assertRefused("--row-bytes has 2", "scale --row-bytes 2");
        assertRefused("--accesses is 0", "read --accesses 0");
        assertRefused("'9' is no width x height", "read --images 9");
        assertRefused("--steps is 4", "metrics --steps 4");
        assertRefused("--steps is 2", "end --steps 2");
        assertRefused("--runs is 0", "end --runs 0");
        assertRefused("--pace-hz is 0", "idle --pace-hz 0");
        assertRefused("--seconds is 0", "idle --seconds 0");
        assertRefused("--only has 'tape'", "recorders --only tape");
        assertRefused("--modes has 'slow'", "recorders --modes slow");
        assertRefused("--world has 'mars'", "recorders --world mars");
        assertRefused("--rounds is 0", "recorders --rounds 0");
        assertRefused("--opens is 0", "python --opens 0");
        assertRefused("--seconds is 0", "python --seconds 0");
        assertRefused("--only", "python --only rest");
        assertRefused("--short-steps is 0", "limit --short-steps 0");
        assertRefused("--short-episodes is 3", "limit --short-episodes 3");
    }

    private void assertRefused(String word, String arguments) {
        err.getBuffer().setLength(0);
        assertEquals(2, run(arguments + " --output-dir " + folder.resolve("none")), arguments);
        assertTrue(err.toString().contains(word), err.toString());
        assertEquals("", out.toString());
        assertFalse(Files.exists(folder.resolve("none")), arguments);
    }
}
