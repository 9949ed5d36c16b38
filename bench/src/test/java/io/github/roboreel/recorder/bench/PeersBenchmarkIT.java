package io.github.roboreel.recorder.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The comparisons with peers, with sizes as small as they still run. */
class PeersBenchmarkIT extends BenchmarkRun {
    @Test
    void peersMeasuresEveryComparisonAndJudgesEveryTarget() throws IOException {
        JsonNode json = bench("peers --quick --rounds 1 --json --output_dir " + folder);
        JsonNode comparisons = json.get("comparisons");
        assertEquals(
                List.of(
                        "proprio",
                        "staging",
                        "chunks",
                        "paced",
                        "cameras",
                        "cameras-texture",
                        "cameras-rendered",
                        "memory",
                        "many-envs",
                        "read",
                        "end",
                        "metrics",
                        "bindings",
                        "bindings-read",
                        "video"),
                names(comparisons));
        for (String path : List.of(
                "/proprio/roboreel/env_steps_per_s",
                "/proprio/h5py gzip/env_steps_per_s",
                "/proprio/h5py none/file_mb",
                "/proprio/file channel, raw rows/mb_per_s",
                "/staging/ring to staging/mb_per_s",
                "/staging/producer, ring, staging/mb_per_s",
                "/staging/aeron archive/mb_per_s",
                "/staging/aeron archive/cold_mb_per_s",
                "/chunks/run file/mb_per_s",
                "/chunks/H5Dwrite_chunk alone/mb_per_s",
                "/paced/roboreel/own_stall_us_100",
                "/cameras/roboreel none/raw_mb_per_s",
                "/memory/three times as long/peak_rss_mb",
                "/many-envs/8 envs/slowest_flush_ms",
                "/read/our file, times faster/random_frame_ms",
                "/bindings/bytedeco/env_steps_per_s",
                "/bindings-read/bytedeco/random_row_per_s",
                "/end/roboreel/end_ms_99",
                "/metrics/roboreel against numpy/numpy_metrics_per_s",
                "/video/openh264 against ffmpeg/fps_ratio")) {
            assertTrue(comparisons.at(path).asDouble() > 0, path + " in " + comparisons);
        }
        assertEquals(0.02, comparisons.at("/proprio/roboreel/file_mb").asDouble(), 0.2);
        assertEquals(1, comparisons.at("/proprio/roboreel/each").size());
        assertEquals(names(comparisons), names(json.get("seconds")));
        assertTrue(err.toString().contains("h5py gzip, 1 of 1: env_steps_per_s "), err.toString());
        assertTrue(comparisons.at("/proprio/roboreel/cold/env_steps_per_s").asDouble() > 0);
        assertJudged(json);
        assertTrue(
                json.at("/profiles/proprio/busy_processors").asDouble() > 0,
                "so small a recording misses targets: " + json.get("profiles"));
        assertMcapMeasuredOrSkipped(json);
        assertEmpty(folder);
    }

    @Test
    void peersPrintsWhatItHasWhenItIsStopped() throws Exception {
        Path complaints = folder.resolve("stderr");
        // A shell that runs things in the background has them ignore the signal.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.addAll(Child.bench("peers", "--quick", "--rounds=100000", "--only=chunks,end", "--output-dir=" + folder)
                .command());
        Process process =
                new ProcessBuilder(command).redirectError(complaints.toFile()).start();
        try {
            while (!Files.readString(complaints).contains("run file, 2 of 100000")) {
                assertTrue(process.isAlive(), Files.readString(complaints));
                Thread.sleep(20);
            }
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(130, process.waitFor());
            assertEquals(1, printed.lines().count(), printed);
            JsonNode json = new ObjectMapper().readTree(printed);
            assertEquals(List.of("chunks"), names(json.get("comparisons")));
            assertTrue(json.at("/comparisons/chunks/run file/each").size() >= 2, printed);
            assertTrue(json.at("/seconds/chunks").isNull(), printed);
            assertTrue(json.at("/targets/0/measured").asDouble() > 0, printed);
            assertTrue(Files.readString(complaints).contains("stopped before the last round"));
        } finally {
            process.destroyForcibly();
        }
    }

    private void assertJudged(JsonNode json) {
        JsonNode proprio = json.at("/comparisons/proprio");
        double ratio = proprio.at("/roboreel/env_steps_per_s").asDouble()
                / proprio.at("/h5py gzip/env_steps_per_s").asDouble();
        JsonNode first = json.at("/targets/0");
        assertEquals(ratio, first.get("measured").asDouble(), 1e-3 * ratio);
        assertEquals(28, json.get("targets").size());
        for (JsonNode target : json.get("targets")) {
            String bound = target.get("target").asText();
            double limit = Double.parseDouble(bound.substring(3));
            double measured = target.get("measured").asDouble();
            boolean met = bound.startsWith("<=") ? measured <= limit : measured >= limit;
            assertEquals(met, target.get("met").asBoolean(), target.toString());
            assertEquals(met, target.path("in_the_way").asText().isEmpty(), target.toString());
            assertTrue(err.toString().contains(target.get("what").asText()), target.toString());
        }
    }

    private static void assertMcapMeasuredOrSkipped(JsonNode json) {
        for (String name : List.of("mcap none", "mcap zstd")) {
            boolean measured =
                    json.at("/comparisons/proprio/" + name + "/env_steps_per_s").asDouble() > 0;
            assertEquals(!measured, json.get("skipped").toString().contains(name), name);
        }
    }
}
