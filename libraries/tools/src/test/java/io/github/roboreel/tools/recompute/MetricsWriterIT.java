package io.github.roboreel.tools.recompute;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recomputed metrics in result files of all kinds. */
class MetricsWriterIT {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"", "--foreign", "--legacy"})
    void replacesTheMetricsAndNothingElse(String mode) throws Exception {
        ExampleFolder example = ExampleFolder.make(temp.resolve("example"), mode);
        Path results = results(example.path());
        spoilMetrics(results);
        byte[] before = Files.readAllBytes(results);
        Files.setPosixFilePermissions(results, PosixFilePermissions.fromString("rw-r-----"));

        FolderMetrics computed = compute(example);
        MetricsWriter.Written written = MetricsWriter.write(ResultFolder.open(example.path()), computed.episodes());

        assertEquals(4, written.linesWritten());
        assertEquals(List.of(), written.problems());
        assertArrayEquals(before, Files.readAllBytes(written.setAside().orElseThrow()));
        assertEquals(PosixFilePermissions.fromString("rw-r-----"), Files.getPosixFilePermissions(results));
        List<JsonNode> oldLines = lines(written.setAside().get());
        List<JsonNode> newLines = lines(results);
        for (int i = 0; i < 4; i++) {
            JsonNode metrics = newLines.get(i).get("metrics");
            Map<String, Double> expected = computed.episodes().get(i).metrics();
            assertEquals(JSON.valueToTree(expected), metrics);
            assertEquals(
                    oldLines.get(i).toString(),
                    ((ObjectNode) newLines.get(i))
                            .set("metrics", oldLines.get(i).get("metrics"))
                            .toString());
        }
        assertFalse(names(example.path()).stream().anyMatch(name -> name.endsWith(".creating")));
    }

    @Test
    void aSecondTimeThereIsNothingToChange() throws Exception {
        ExampleFolder example = ExampleFolder.make(temp.resolve("example"), "");
        write(example);
        List<String> names = names(example.path());
        MetricsWriter.Written second = write(example);
        assertEquals(Optional.empty(), second.setAside());
        assertEquals(4, second.linesWritten());
        assertEquals(names, names(example.path()));
    }

    @Test
    void earlierFilesThatWereKeptAreNotOverwritten() throws Exception {
        ExampleFolder example = ExampleFolder.make(temp.resolve("example"), "");
        List<Path> kept = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            spoilMetrics(results(example.path()));
            kept.add(write(example).setAside().orElseThrow());
        }
        assertEquals(3, kept.stream().distinct().filter(Files::exists).count(), kept.toString());
    }

    @Test
    void episodesWithoutALineAndLinesWithoutDataAreReportedAndLeftAlone() throws Exception {
        ExampleFolder example =
                ExampleFolder.make(temp.resolve("example"), "").edit("run_1.hdf5", "del f['data/demo_0']");
        Path results = results(example.path());
        List<String> lines = new ArrayList<>(Files.readAllLines(results));
        lines.set(0, lines.get(0).replace("\"env_id\": 0", "\"env_id\": 5"));
        lines.add("{\"env_name\": \"" + ExampleFolder.ENV + "\", torn");
        Files.writeString(results, String.join("\n", lines));

        MetricsWriter.Written written = write(example);

        List<String> after = Files.readAllLines(results);
        assertEquals(lines.get(0), after.get(0));
        assertEquals(lines.get(2), after.get(2));
        assertEquals(lines.get(4), after.get(4));
        assertTrue(after.get(1).contains("\"joint_sparc_moving_mean\":"), after.get(1));
        assertTrue(after.get(3).contains("\"joint_sparc_moving_mean\":"), after.get(3));
        assertFalse(Files.readString(results).endsWith("\n"));
        assertEquals(1, written.problems().size());
        assertTrue(
                written.problems().get(0).text().contains("has no line for demo_0 of"),
                written.problems().get(0).text());
    }

    @Test
    void withoutResultsThereIsNothingToWriteInto() throws Exception {
        ExampleFolder example = ExampleFolder.make(temp.resolve("example"), "");
        Files.delete(results(example.path()));
        IOException refusal = assertThrows(IOException.class, () -> write(example));
        assertTrue(refusal.getMessage().contains("no results file"), refusal.getMessage());
    }

    @Test
    void aBrokenArrayIsNotTouched() throws Exception {
        ExampleFolder example = ExampleFolder.make(temp.resolve("example"), "--legacy");
        Path results = results(example.path());
        String text = Files.readString(results);
        Files.writeString(results, text.substring(0, text.length() - 20));
        byte[] before = Files.readAllBytes(results);
        List<String> names = names(example.path());
        assertThrows(IOException.class, () -> write(example));
        assertArrayEquals(before, Files.readAllBytes(results));
        assertEquals(names, names(example.path()));
    }

    private static MetricsWriter.Written write(ExampleFolder example) throws IOException {
        return MetricsWriter.write(
                ResultFolder.open(example.path()), compute(example).episodes());
    }

    private static FolderMetrics compute(ExampleFolder example) throws IOException {
        return FolderMetrics.compute(
                ResultFolder.open(example.path()), MetricSets.onClassPath(RecorderConfig.defaults()));
    }

    private static Path results(Path folder) throws IOException {
        return ResultFolder.open(folder).resultsFile().orElseThrow();
    }

    private static void spoilMetrics(Path results) throws IOException {
        String text = Files.readString(results);
        Files.writeString(results, text.replaceAll("(\"ee_isj\": ?)", "$19"));
    }

    private static List<JsonNode> lines(Path results) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        try (var values = JSON.readerFor(JsonNode.class).readValues(results.toFile())) {
            values.readAll().forEach(value -> addTo(lines, (JsonNode) value));
        }
        return lines;
    }

    private static void addTo(List<JsonNode> lines, JsonNode value) {
        if (value.isArray()) {
            value.forEach(lines::add);
        } else {
            lines.add(value);
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(e -> e.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void metricsOfAnAssumedPeriodReplaceNothing() throws Exception {
        ExampleFolder example = ExampleFolder.make(temp.resolve("example"), "");
        Files.delete(example.file("env_cfg.json"));
        Path results = results(example.path());
        Files.writeString(results, Files.readString(results).replaceAll(", \"dt\": [^,]+", ""));
        spoilMetrics(results);
        byte[] before = Files.readAllBytes(results);

        MetricsWriter.Written written = write(example);

        assertEquals(0, written.linesWritten());
        assertEquals(Optional.empty(), written.setAside());
        assertArrayEquals(before, Files.readAllBytes(results));
        assertEquals(
                List.of(1, 2, 3, 4),
                written.problems().stream().map(p -> p.line()).toList());
        assertTrue(written.problems().get(0).text().contains("keeps its metrics"));
    }

    @Test
    void withoutConfigurationTheLineSaysTheTimeStep() throws Exception {
        ExampleFolder example = ExampleFolder.make(temp.resolve("example"), "");
        Files.delete(example.file("env_cfg.json"));
        Path results = results(example.path());
        double before = lines(results).get(0).at("/metrics/joint_isj").asDouble();
        Files.writeString(
                results,
                Files.readString(results)
                        .replaceAll(", \"dt\": [^,]+", "")
                        .replaceAll("(?m)^\\{", "{\"dt\": 0.13333333333333333, "));

        assertEquals(List.of(), write(example).problems());

        double after = lines(results).get(0).at("/metrics/joint_isj").asDouble();
        assertEquals(before / 8, after, 1e-5 * before);
    }
}
