package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Fields;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.format.DType;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was said, in LeRobot's columns of language, tasks and texts. */
class LeRobotLanguageIT {
    private static final String WORDINGS = """
            {"role":"user","content":"tidy up","style":"task_aug","timestamp":0.0,"camera":null,"tool_calls":null},\
            {"role":"user","content":"do it, ü","style":"task_aug","timestamp":0.0,"camera":null,"tool_calls":null}""";

    @TempDir
    private static Path recorded;

    private static ToldRun run;

    @TempDir
    private Path folder;

    @BeforeAll
    static void record() {
        run = ToldRun.record(recorded);
    }

    private ExportSummary export(boolean hasLanguage, Fields fields) throws Exception {
        LeRobotOptions options = new LeRobotOptions(
                        folder, "me/told", Optional.empty(), Images.NONE, RewardPolicy.RECORDED)
                .withFields(fields);
        return new LeRobotExporter(hasLanguage ? options.withLanguage() : options).export(run, ExportProgress.NONE);
    }

    private List<Map<String, Object>> rows(String selected) throws Exception {
        return Tables.rows(
                "SELECT " + selected + " FROM '" + folder.resolve("me/told/data/*/*.parquet") + "' ORDER BY index");
    }

    private static String subtask(String name, String seconds) {
        return "{\"role\":\"assistant\",\"content\":\"" + name + "\",\"style\":\"subtask\",\"timestamp\":" + seconds
                + ",\"camera\":null,\"tool_calls\":null}";
    }

    @Test
    void subtasksHoldFromTheFrameOnAtWhichTheyAreBegun() throws Exception {
        ExportSummary summary = export(true, Fields.POLICY);
        List<Map<String, Object>> rows =
                rows("to_json(language_persistent)::VARCHAR AS p, typeof(language_persistent) AS t,"
                        + " to_json(language_events)::VARCHAR AS e, typeof(language_events) AS et, episode_index");
        assertEquals(ToldRun.ENVS * ToldRun.STEPS, rows.size());
        String first = "[" + subtask("reach", "0.0") + "," + WORDINGS + "," + subtask("grasp 'ü'", "0.4000000059604645")
                + "," + subtask("place", "0.699999988079071") + "]";
        String second = "[" + subtask("reach", "0.0") + "," + WORDINGS + "]";
        for (Map<String, Object> row : rows) {
            assertEquals(
                    List.of(first, second, third()).get(((Long) row.get("episode_index")).intValue()), row.get("p"));
            assertEquals("[]", row.get("e"));
            assertEquals(
                    "STRUCT(\"role\" VARCHAR, \"content\" VARCHAR, style VARCHAR, \"timestamp\" FLOAT,"
                            + " camera VARCHAR, tool_calls JSON[])[]",
                    row.get("t"));
        }
        ExportedSet set = new ExportedSet(folder.resolve("me/told"));
        assertEquals(
                "{\"dtype\":\"language\",\"shape\":[1],\"names\":null}",
                set.info().at("/features/language_persistent").toString());
        assertFalse(set.statistics().has("language_persistent"));
        assertFalse(set.episodes().get(0).containsKey("stats/language_events/mean"));
        assertTrue(
                summary.notes().stream().anyMatch(n -> n.contains("each subtask from the frame on")),
                summary.notes().toString());
    }

    /** More rows than there are subtasks. */
    private static String third() {
        StringBuilder rows = new StringBuilder("[" + subtask("reach", "0.0") + "," + WORDINGS);
        for (int frame = 2; frame < ToldRun.STEPS; frame++) {
            double seconds = (float) (frame / 10.0);
            rows.append("," + subtask(frame % 2 == 0 ? "grasp 'ü'" : "reach", "" + seconds));
        }
        return rows + "]";
    }

    @Test
    void withoutTheOptionBatchesStayWhatPyTorchTakes() throws Exception {
        ExportSummary summary = export(false, Fields.POLICY);
        assertFalse(rows("*").get(0).containsKey("language_persistent"));
        assertTrue(
                summary.notes().stream().anyMatch(n -> n.contains("note")),
                summary.notes().toString());
    }

    /** The first episode says that its texts were a feature, so that they are not its tasks. */
    @Test
    void textsThatAreAFeatureOfOneEpisodeAndTasksOfOthersAreKept() throws Exception {
        String origin = "{\"lerobot\":{\"paths\":{\"task\":\"task\"},\"features\":{\"task\":"
                + "{\"dtype\":\"string\",\"shape\":[1],\"names\":null}}}}";
        EpisodeSource mixed = visitor ->
                run.visit((facts, episode) -> visitor.visit(facts.env() == 0 ? with(facts, origin) : facts, episode));
        LeRobotOptions options =
                new LeRobotOptions(folder, "me/told", Optional.empty(), Images.NONE, RewardPolicy.RECORDED);
        new LeRobotExporter(options.withFields(Fields.ALL)).export(mixed, ExportProgress.NONE);
        List<Object> expected = new ArrayList<>();
        for (int env = 0; env < ToldRun.ENVS; env++) {
            for (int step = 0; step < ToldRun.STEPS; step++) {
                expected.add(ToldRun.task(env, step));
            }
        }
        assertEquals(
                expected,
                rows("\"robolab.task\" AS t").stream().map(row -> row.get("t")).toList());
        ExportSummary policy = new LeRobotExporter(
                        new LeRobotOptions(folder, "me/policy", Optional.empty(), Images.NONE, RewardPolicy.RECORDED))
                .export(mixed, ExportProgress.NONE);
        assertTrue(
                policy.notes().stream().anyMatch(note -> note.contains("left out") && note.contains(", task,")),
                policy.notes().toString());
    }

    private static EpisodeFacts with(EpisodeFacts facts, String environmentConfig) {
        return new EpisodeFacts(
                facts.file(),
                facts.demo(),
                facts.envName(),
                facts.run(),
                facts.env(),
                facts.episode(),
                facts.instruction(),
                facts.policy(),
                facts.ending(),
                facts.success(),
                facts.score(),
                facts.seed(),
                facts.dtSeconds(),
                facts.metrics(),
                facts.attributes(),
                facts.videos(),
                environmentConfig);
    }

    @Test
    void whatTheRobotIsToldAtEachStepIsItsTask() throws Exception {
        export(false, Fields.ALL);
        ExportedSet set = new ExportedSet(folder.resolve("me/told"));
        List<Object> tasks = Tables.all(folder.resolve("me/told/meta/tasks.parquet")).stream()
                .map(row -> row.get("task"))
                .toList();
        assertEquals(List.of("tidy up", "now 1", "now 2"), tasks);
        assertEquals(tasks, set.episodes().get(0).get("tasks"));
        assertEquals(List.of("tidy up"), set.episodes().get(1).get("tasks"));
        List<Map<String, Object>> rows = rows("task_index, \"robolab.note\" AS note, \"robolab.instruction\" AS said,"
                + " \"robolab.language_events\" AS events");
        for (int row = 0; row < rows.size(); row++) {
            int env = row / ToldRun.STEPS;
            int step = row % ToldRun.STEPS;
            String told = ToldRun.task(env, step);
            assertEquals(
                    told.isEmpty() ? ToldRun.INSTRUCTION : told,
                    tasks.get(((Long) rows.get(row).get("task_index")).intValue()));
            assertEquals("ü " + step, rows.get(row).get("note"));
            assertEquals("say " + step, rows.get(row).get("said"));
            assertEquals("no JSON " + step, rows.get(row).get("events"));
        }
        assertFalse(set.info().path("features").has("robolab.task"));
        assertFalse(StepTasks.canBe("task", DType.TEXT, 2 << 20), "a text of megabytes is no task");
        assertEquals("string", set.info().at("/features/robolab.note/dtype").asText());
    }
}
