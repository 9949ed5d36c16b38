package io.github.roboreel.recorder.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard's benchmark with sizes as small as it still runs. */
class DashboardBenchmarkIT {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String arguments) {
        String[] words = ("dashboard --output-dir " + folder + " " + arguments).split(" ");
        return BenchMain.run(new PrintWriter(out, true), new PrintWriter(err, true), words);
    }

    private JsonNode measured(String arguments) throws IOException {
        assertEquals(
                0, run(arguments + " --rounds 1 --recordings 2 --episodes 5 --rows 5000 --seconds 2"), err.toString());
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertEquals("dashboard", json.path("bench").asText());
        return json;
    }

    @Test
    void partsAreMeasuredOnADashboardOfTheirOwn() throws IOException {
        JsonNode json = measured("--only list,video,series");
        assertTrue(json.at("/list/cold_list_ms").asDouble() > 0, json.toString());
        assertEquals(
                json.at("/list/each/kept_list_ms/0").asDouble(),
                json.at("/list/kept_list_ms").asDouble(),
                0.01);
        assertTrue(json.at("/list/heap_mb").asDouble() > 1, json.toString());
        assertTrue(json.at("/video/episodes_kb").asDouble() > 1, json.toString());
        assertTrue(json.at("/video/first_video_first_byte_ms").asDouble() > 0, json.toString());
        assertTrue(json.at("/series/series_kb").asDouble() > 100, json.toString());
        assertTrue(err.toString().contains("zoom_ms"), err.toString());
    }

    @Test
    void aPacedRecordingIsMeasuredAloneAndBesideADashboard() throws IOException {
        JsonNode producer = measured("--only producer").path("producer");
        for (String company : List.of("alone", "served")) {
            assertTrue(producer.path(company + "_p99.9_us").asDouble() > 0, producer.toString());
            assertTrue(producer.has(company + "_own_p99.9_us"), producer.toString());
        }
        assertTrue(producer.path("served_serve_cpu_percent").asDouble() > 0, producer.toString());
    }

    @Test
    void badArgumentsAreRefused() {
        assertEquals(2, run("--only sun"), err.toString());
        assertEquals(2, run("--rows 99"), err.toString());
        assertTrue(err.toString().contains("--rows is 99; expected 100 or more"), err.toString());
    }
}
