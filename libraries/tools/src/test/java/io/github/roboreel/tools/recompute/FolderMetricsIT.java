package io.github.roboreel.tools.recompute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.jhdf.JhdfRunReader;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Metrics of files that h5py wrote, against the checker's own numpy formulas. */
class FolderMetricsIT {
    private static final double RELATIVE = 1e-9;
    private static final List<String> NAMES = List.of(
            "ee_sparc",
            "joint_sparc_mean",
            "ee_isj",
            "joint_isj",
            "ee_path_length",
            "joint_rmse_mean",
            "ee_speed_max",
            "ee_speed_mean",
            "joint_sparc_moving_mean");
    private static final String CHECKER = """
            import glob, json, math, os, sys
            import h5py
            from check_run import metrics
            for path in sorted(glob.glob(os.path.join(sys.argv[1], "*", "*.hdf5"))):
                with h5py.File(path, "r") as f:
                    for demo in f["data"]:
                        found = metrics(f["data"][demo], 1 / 15)
                        found = {k: v if math.isfinite(v) else None for k, v in found.items()}
                        print(json.dumps([os.path.basename(path) + "/" + demo, found]))
            """;

    @TempDir
    static Path temp;

    private static Path clean;

    @BeforeAll
    static void makeExample() throws Exception {
        clean = ExampleFolder.make(temp.resolve("clean"), "").path();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--foreign", "--legacy"})
    void agreesWithTheChecker(String mode) throws Exception {
        ExampleFolder example = ExampleFolder.make(temp.resolve("example" + mode), mode);
        FolderMetrics found = compute(example);
        assertEquals(List.of(), found.problems());
        assertSame(found, inPlainJava(example));

        Map<String, JsonNode> expected = checkerMetrics(example.path());
        assertEquals(4, expected.size());
        assertEquals(
                List.copyOf(expected.keySet()),
                found.episodes().stream().map(FolderMetricsIT::place).toList());
        for (StoredMetrics episode : found.episodes()) {
            compare(place(episode), expected.get(place(episode)), episode.metrics());
        }
    }

    @Test
    void agreesWithTheCheckerAboutAMotionlessJoint() throws Exception {
        ExampleFolder example =
                copy().edit("run_0.hdf5", "f['data/demo_0/states/articulation/robot/joint_velocity'][:, 3]" + " = 0");
        Map<String, Double> found = of(compute(example), 0);
        assertNull(found.get("joint_sparc_mean"));
        assertTrue(found.get("joint_sparc_moving_mean") < -1);
        compare("demo_0", checkerMetrics(example.path()).get("run_0.hdf5/demo_0"), found);
    }

    @ParameterizedTest
    @CsvSource({
        "ee_pose/orientation, ''",
        "ee_pose/position, ee_path_length",
        "states/articulation/robot/joint_position, joint_rmse_mean",
        "states/articulation/robot/joint_velocity, joint_sparc_mean joint_isj joint_sparc_moving_mean",
        "actions, joint_rmse_mean",
        "states/articulation, joint_rmse_mean joint_sparc_mean joint_isj joint_sparc_moving_mean",
        "ee_pose, ee_sparc ee_isj ee_path_length ee_speed_max ee_speed_mean",
    })
    void aDeletedDatasetTakesOnlyItsMetrics(String path, String undefined) throws Exception {
        Map<String, Double> expected = new LinkedHashMap<>(of(compute(copy()), 0));
        for (String name : undefined.isEmpty() ? new String[0] : undefined.split(" ")) {
            assertNotNull(expected.replace(name, null), name);
        }
        FolderMetrics found = compute(copy().edit("run_0.hdf5", "del f['data/demo_0/" + path + "']"));
        assertEquals(List.of(), found.problems());
        assertEquals(expected, of(found, 0));
        assertEquals(NAMES, List.copyOf(of(found, 0).keySet()));
    }

    @Test
    void withoutFileVelocityThePositionIsDifferentiated() throws Exception {
        ExampleFolder example = copy().edit("run_1.hdf5", "del f['data/demo_1/ee_pose/linear_velocity']");
        compare("demo_1", checkerMetrics(example.path()).get("run_1.hdf5/demo_1"), of(compute(example), 3));
    }

    @Test
    void anEpisodeOfTwoStepsHasNoMetrics() throws Exception {
        ExampleFolder example = copy().edit("run_0.hdf5", """
                                def cut(name, x):
                                    if isinstance(x, h5py.Dataset):
                                        x.resize(min(2, len(x)), axis=0)
                                f['data/demo_1'].visititems(cut)
                                f['data/demo_1'].attrs['num_samples'] = 2
                                """);
        FolderMetrics found = compute(example);
        assertEquals(Map.of(), of(found, 1));
        assertEquals(9, of(found, 0).size());
        assertEquals(List.of(), found.problems());
    }

    @Test
    void narrowActionsTakeOnlyTheTrackingError() throws Exception {
        ExampleFolder example = copy().edit("run_0.hdf5", """
                                a = f['data/demo_0/actions'][:, :6]
                                del f['data/demo_0/actions']
                                f['data/demo_0/actions'] = a
                                """);
        Map<String, Double> expected = new LinkedHashMap<>(of(compute(copy()), 0));
        expected.put("joint_rmse_mean", null);
        assertEquals(expected, of(compute(example), 0));
    }

    @Test
    void datasetsOfDifferentLengthAreReportedAndTheRestIsRead() throws Exception {
        ExampleFolder example = copy().edit(
                        "run_0.hdf5",
                        "f['data/demo_1/states/articulation/robot/joint_velocity']" + ".resize(11, axis=0)");
        FolderMetrics found = compute(example);
        assertEquals(List.of(0, 2, 3), episodes(found));
        requireProblem(found, example.file("run_0.hdf5"), "joint_velocity has 11 rows");
    }

    @Test
    void aTruncatedFileIsReportedAndTheRestIsRead() throws Exception {
        ExampleFolder example = copy();
        try (FileChannel file = FileChannel.open(example.file("run_1.hdf5"), StandardOpenOption.WRITE)) {
            file.truncate(file.size() / 2);
        }
        FolderMetrics found = compute(example);
        assertEquals(List.of(0, 1), episodes(found));
        requireProblem(found, example.file("run_1.hdf5"), "truncated");
        assertEquals(1, found.problems().size(), found.problems().toString());
    }

    @Test
    void aLineWithoutDataIsReported() throws Exception {
        ExampleFolder example = copy().edit("run_1.hdf5", "del f['data/demo_1']");
        FolderMetrics found = compute(example);
        assertEquals(List.of(0, 1, 2), episodes(found));
        Path results = example.path().resolve("episode_results.jsonl");
        requireProblem(found, results, "line 4 has no data: there is no demo_1");
    }

    @Test
    void garbageLinesAreReportedAndTheirEpisodesStillComputed() throws Exception {
        ExampleFolder example = copy();
        Path results = example.path().resolve("episode_results.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(results));
        lines.set(1, "{\"env_name\": NaN, garbage");
        Files.write(results, lines);
        FolderMetrics found = compute(example);
        assertEquals(List.of(0, 1, 2, 3), episodes(found));
        requireProblem(found, results, "line 2");
    }

    @Test
    void withoutConfigurationTheDemoSaysItsTimeStep() throws Exception {
        ExampleFolder example = copy().edit("run_0.hdf5", "f['data/demo_0'].attrs['dt'] = 2 / 15");
        Map<String, Double> configured = of(compute(example), 0);
        Files.delete(example.file("env_cfg.json"));
        Path results = example.path().resolve("episode_results.jsonl");
        Files.writeString(results, Files.readString(results).replaceAll(", \"dt\": [^,]+", ""));
        FolderMetrics found = compute(example);
        assertEquals(
                configured.get("joint_isj") / 8, of(found, 0).get("joint_isj"), 1e-9 * configured.get("joint_isj"));
        assertEquals(of(compute(copy()), 1), of(found, 1));
        assertEquals(1, found.problems().size());
        assertTrue(found.problems().get(0).text().contains("1/15 s"));
        assertEquals(FileFault.Severity.NOTE, found.problems().get(0).severity());
    }

    @Test
    void anEmptyFolderIsReported() throws Exception {
        Path empty = Files.createDirectory(temp.resolve("empty"));
        FolderMetrics found = compute(new ExampleFolder(empty));
        requireProblem(found, empty, "holds no recorded episode");
    }

    @Test
    void jsonLinesAreCompactAndComplete() throws Exception {
        ExampleFolder example = copy().edit("run_0.hdf5", "del f['data/demo_1/actions']")
                .edit("run_1.hdf5", "f['data/demo_0/ee_pose/position'].resize(2, axis=0)");
        List<String> lines = compute(example).episodes().stream()
                .map(row -> MetricsJson.line(MetricsRow.of(row)))
                .toList();
        ObjectMapper json = new ObjectMapper();
        assertEquals(4, lines.size());
        for (int i = 0; i < 4; i++) {
            JsonNode line = json.readTree(lines.get(i));
            List<String> keys = new ArrayList<>();
            line.fieldNames().forEachRemaining(keys::add);
            assertEquals(List.of("env_name", "run", "env_id", "episode", "metrics"), keys);
            assertEquals(ExampleFolder.ENV, line.get("env_name").textValue());
            assertEquals(i / 2, line.get("run").intValue());
            assertEquals(i % 2, line.get("env_id").intValue());
            assertEquals(i, line.get("episode").intValue());
            assertEquals(lines.get(i), line.toString());
        }
        assertTrue(lines.get(1).contains("\"joint_rmse_mean\":null"), lines.get(1));
        assertTrue(lines.get(2).endsWith("\"metrics\":{}}"), lines.get(2));
    }

    private ExampleFolder copy() throws IOException {
        Path to = Files.createTempDirectory(temp, "copy").resolve("example");
        try (var files = Files.walk(clean)) {
            for (Path from : files.toList()) {
                Files.copy(from, to.resolve(clean.relativize(from).toString()));
            }
        }
        return new ExampleFolder(to);
    }

    private static FolderMetrics compute(ExampleFolder example) throws IOException {
        return FolderMetrics.compute(
                ResultFolder.open(example.path()), MetricSets.onClassPath(RecorderConfig.defaults()));
    }

    private static FolderMetrics inPlainJava(ExampleFolder example) throws IOException {
        return FolderMetrics.compute(
                ResultFolder.open(example.path()),
                MetricSets.onClassPath(RecorderConfig.defaults()),
                JhdfRunReader::open);
    }

    private static void assertSame(FolderMetrics expected, FolderMetrics found) {
        assertEquals(expected.problems(), found.problems());
        assertEquals(episodes(expected), episodes(found));
        for (int i = 0; i < expected.episodes().size(); i++) {
            assertEquals(
                    expected.episodes().get(i).metrics(),
                    found.episodes().get(i).metrics());
        }
    }

    private static Map<String, Double> of(FolderMetrics metrics, int episode) {
        return metrics.episodes().stream()
                .filter(m -> m.episode().episode() == episode)
                .findFirst()
                .orElseThrow()
                .metrics();
    }

    private static List<Integer> episodes(FolderMetrics metrics) {
        return metrics.episodes().stream().map(m -> m.episode().episode()).toList();
    }

    private static String place(StoredMetrics metrics) {
        return metrics.episode().location().file().getFileName()
                + "/"
                + metrics.episode().location().demo();
    }

    private static void requireProblem(FolderMetrics found, Path file, String part) {
        boolean there = found.problems().stream()
                .anyMatch(
                        p -> p.isLeftOut() && p.file().equals(file) && p.text().contains(part));
        assertTrue(there, part + " not in " + found.problems());
    }

    private static Map<String, JsonNode> checkerMetrics(Path folder) throws Exception {
        Map<String, JsonNode> metrics = new LinkedHashMap<>();
        ObjectMapper json = new ObjectMapper();
        String printed = ExampleFolder.python(List.of("-c", CHECKER, folder.toString()));
        for (String line : printed.lines().toList()) {
            JsonNode pair = json.readTree(line);
            metrics.put(pair.get(0).textValue(), pair.get(1));
        }
        return metrics;
    }

    private static void compare(String what, JsonNode expected, Map<String, Double> actual) {
        assertEquals(8, expected.size(), what);
        for (String name : NAMES.subList(0, 8)) {
            JsonNode value = expected.get(name);
            if (value.isNull()) {
                assertNull(actual.get(name), what + " " + name);
            } else {
                double number = value.doubleValue();
                assertEquals(number, actual.get(name), RELATIVE * Math.abs(number), what + " " + name);
            }
        }
    }
}
