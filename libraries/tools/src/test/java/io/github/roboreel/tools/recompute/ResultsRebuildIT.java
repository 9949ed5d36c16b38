package io.github.roboreel.tools.recompute;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.Examples;
import io.github.roboreel.tools.RecordedFolder;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import io.github.roboreel.tools.recompute.ResultsRebuild.RebuildPlan;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsRebuildIT {
    private static final MetricSets METRICS = MetricSets.onClassPath(RecorderConfig.defaults());
    private static final ObjectMapper JSON = new ObjectMapper();

    /** More than Jackson takes in one text unless told otherwise. */
    private static final String LARGE = "x".repeat(21_000_000);

    @TempDir
    private Path temp;

    @Test
    void linesOfOursComeBackWithEverythingButTiming() throws Exception {
        Path folder = RecordedFolder.make(temp.resolve("ours"), 2, "none");
        Path results = folder.resolve("episode_results.jsonl");
        List<String> before = Files.readAllLines(results);
        Files.delete(results);

        assertEquals(Optional.empty(), write(folder));

        List<String> after = Files.readAllLines(results);
        assertEquals(4, after.size());
        for (int i = 0; i < 4; i++) {
            ObjectNode expected = (ObjectNode) JSON.readTree(before.get(i));
            expected.remove("timing");
            // What only the recorder was given is derived from the log.
            expected.set("reason", JSON.readTree(after.get(i)).path("reason"));
            assertEquals(expected, JSON.readTree(after.get(i)));
        }
        assertEquals(
                "Completed subtask 'wave' 1/1",
                JSON.readTree(after.get(0)).path("reason").asText());
        FolderAudit audit = new FolderAudit(MetricSettings.roboLab());
        AuditReport report = audit.audit(folder);
        assertEquals(List.of(), report.findings());
    }

    @Test
    void linesOfAnotherRecorderComeBack() throws Exception {
        Path folder = Examples.make(temp.resolve("clean"), "");
        Path results = folder.resolve("episode_results.jsonl");
        List<String> before = Files.readAllLines(results);
        Files.delete(results);

        write(folder);

        List<String> after = Files.readAllLines(results);
        for (int i = 0; i < 4; i++) {
            requireSame(JSON.readTree(before.get(i)), JSON.readTree(after.get(i)));
        }
    }

    /** Policy and attributes stand in no other file of that example. */
    private static void requireSame(JsonNode expected, JsonNode given) {
        for (Map.Entry<String, JsonNode> field : expected.properties()) {
            JsonNode value = given.path(field.getKey());
            switch (field.getKey()) {
                case "timing", "policy", "attributes" -> {}
                case "metrics" ->
                    field.getValue()
                            .properties()
                            .forEach(m -> assertEquals(
                                    m.getValue().asDouble(),
                                    value.path(m.getKey()).asDouble(),
                                    1e-5 * Math.abs(m.getValue().asDouble()),
                                    m.getKey()));
                default -> assertEquals(field.getValue(), value, field.getKey());
            }
        }
    }

    @Test
    void linesThatAreThereStayByteForByte() throws Exception {
        Path folder = Examples.make(temp.resolve("clean"), "");
        Path results = folder.resolve("episode_results.jsonl");
        List<String> before = Files.readAllLines(results);
        String own = before.get(0).replace("\"policy\": \"example\"", "\"policy\": \"mine\", \"note\": NaN");
        String old = own + "\n\n{]\n" + before.get(2) + "\n" + before.get(3).substring(0, 50);
        Files.writeString(results, old);

        RebuildPlan plan = ResultsRebuild.plan(folder, METRICS);
        assertEquals(2, plan.kept());
        assertEquals(2, plan.unreadable());
        Path aside = ResultsRebuild.write(plan, METRICS).orElseThrow();

        List<String> after = Files.readAllLines(results);
        assertEquals(List.of(own, before.get(2)), after.subList(0, 2));
        assertEquals(1, JSON.readTree(after.get(2)).path("episode").asInt());
        assertEquals(3, JSON.readTree(after.get(3)).path("episode").asInt());
        assertEquals(4, after.size());
        assertEquals(old, Files.readString(aside));
        assertTrue(aside.getFileName().toString().matches("episode_results\\.jsonl\\.before-[-\\d]+"));
    }

    @Test
    void aLegacyArrayStaysAnArray() throws Exception {
        Path folder = Examples.make(temp.resolve("legacy"), "--legacy");
        Path results = folder.resolve("episode_results.json");
        JsonNode before = JSON.readTree(results.toFile());
        Files.write(
                results,
                JSON.writeValueAsBytes(JSON.createArrayNode().add(before.get(3)).add(before.get(0))));

        write(folder);

        JsonNode after = JSON.readTree(results.toFile());
        assertFalse(Files.exists(folder.resolve("episode_results.jsonl")));
        assertEquals(before.get(3), after.get(0));
        assertEquals(before.get(0), after.get(1));
        assertEquals(1, after.get(2).path("episode").asInt());
        assertEquals(before.get(2).path("events"), after.get(3).path("events"));
        assertEquals(before.get(2).path("score"), after.get(3).path("score"));
        assertFalse(after.get(3).has("run"));
    }

    @Test
    void nothingIsWrittenWhenNothingIsMissing() throws Exception {
        Path folder = Examples.make(temp.resolve("foreign"), "--foreign");
        byte[] before = Files.readAllBytes(folder.resolve("episode_results.jsonl"));

        RebuildPlan plan = ResultsRebuild.plan(folder, METRICS);
        assertFalse(plan.isNeeded());
        assertEquals(Optional.empty(), ResultsRebuild.write(plan, METRICS));

        org.junit.jupiter.api.Assertions.assertArrayEquals(
                before, Files.readAllBytes(folder.resolve("episode_results.jsonl")));
        assertEquals(2, ResultFolder.open(folder).path().toFile().list().length);
    }

    @Test
    void aRunFileThatCannotBeReadIsNamedAndTheOthersAreRebuilt() throws Exception {
        Path folder = Examples.make(temp.resolve("clean"), "");
        Files.delete(folder.resolve("episode_results.jsonl"));
        Path run = folder.resolve(Examples.ENV).resolve("run_0.hdf5");
        try (RandomAccessFile file = new RandomAccessFile(run.toFile(), "rw")) {
            file.setLength(file.length() / 2);
        }

        RebuildPlan plan = ResultsRebuild.plan(folder, METRICS);

        assertEquals(
                List.of(2, 3),
                plan.added().stream().map(l -> l.path("episode").asInt()).toList());
        assertEquals(run, plan.problems().get(0).file());
        assertTrue(plan.problems().get(0).isLeftOut());
    }

    @Test
    void aFolderThatIsBeingRecordedIsLeftAlone() throws Exception {
        Path folder = Examples.make(temp.resolve("clean"), "");
        Files.delete(folder.resolve("episode_results.jsonl"));
        RebuildPlan plan = ResultsRebuild.plan(folder, METRICS);
        try (OutputLock lock = OutputLock.acquire(folder)) {
            assertEquals(folder, lock.folder());
            assertFault(RoboReelException.class, Kind.LOCKED, () -> ResultsRebuild.write(plan, METRICS));
        }
        assertFalse(Files.exists(folder.resolve("episode_results.jsonl")));
    }

    private static Optional<Path> write(Path folder) throws IOException {
        RebuildPlan plan = ResultsRebuild.plan(folder, METRICS);
        assertEquals(List.of(), plan.problems());
        return ResultsRebuild.write(plan, METRICS);
    }

    @Test
    void whatOtherReadersReadIsKeptHoweverItEndsAndWhateverItsBytes() throws Exception {
        Path folder = Examples.make(temp.resolve("clean"), "");
        Path results = folder.resolve("episode_results.jsonl");
        List<String> before = Files.readAllLines(results);
        String bad = before.get(2).replace("\"policy\": \"", "\"policy\": \"\u00e9");
        String huge = before.get(3).replace("\"policy\": \"", "\"policy\": \"" + LARGE);
        String old = before.get(0) + "\r" + bad + "\n" + huge + "\r\n";
        Files.write(results, old.getBytes(StandardCharsets.ISO_8859_1));

        RebuildPlan plan = ResultsRebuild.plan(folder, METRICS);
        assertEquals(2, plan.kept());
        assertEquals(0, plan.unreadable());
        assertTrue(plan.problems().get(0).text().contains("line 2 has bytes that are not UTF-8"));
        ResultsRebuild.write(plan, METRICS);

        String after = Files.readString(results, StandardCharsets.ISO_8859_1);
        assertTrue(after.startsWith(before.get(0) + "\n" + bad + "\n" + huge + "\r\n"));
        assertEquals(
                List.of(0, 3, 1, 2),
                ResultFolder.open(folder).episodes().stream()
                        .map(e -> e.episode().getAsInt())
                        .toList());
        assertFalse(ResultsRebuild.plan(folder, METRICS).isNeeded());
    }

    @Test
    void anAssumedPeriodAndABrokenConfigurationAreNamed() throws Exception {
        Path folder = Examples.make(temp.resolve("clean"), "");
        Path config = folder.resolve(Examples.ENV).resolve("env_cfg.json");
        Files.delete(folder.resolve("episode_results.jsonl"));
        for (String log : List.of("log_0_env0", "log_0_env1", "log_1_env0", "log_1_env1")) {
            Files.delete(folder.resolve(Examples.ENV).resolve(log + ".json"));
        }
        Files.writeString(config, "{\"sim\": ");

        RebuildPlan plan = ResultsRebuild.plan(folder, METRICS);

        assertEquals(4, plan.added().size());
        assertFalse(plan.added().get(0).has("duration"));
        assertTrue(plan.problems().get(0).text().startsWith(config + " is not JSON"));
        assertTrue(plan.problems().get(1).text().contains("1/15 s between two steps is assumed"));
        assertTrue(plan.problems().stream().allMatch(FileFault::isLeftOut));
        assertEquals(2, plan.problems().size());
    }
}
