package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.plugin.PluginSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A jar that brings one of everything, given to the commands by {@code --plugin}. */
class PluginsIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private Path plugin() throws IOException {
        return new PluginSources(folder.resolve("mine"))
                .add(SIMULATION)
                .add(POLICY)
                .add(METRIC)
                .add(SINK)
                .add(CONDITION)
                .add(FORMAT)
                .offering("io.github.roboreel.simulation.SimulationProvider", "mine.Counting")
                .offering("io.github.roboreel.simulation.PolicyProvider", "mine.Ones")
                .offering("io.github.roboreel.recorder.spi.EpisodeMetricSetProvider", "mine.Sum")
                .offering("io.github.roboreel.recorder.spi.EpisodeSinkProvider", "mine.Steps")
                .offering("io.github.roboreel.tasks.ConditionProvider", "mine.High")
                .offering("io.github.roboreel.dataset.DatasetFormat", "mine.Names")
                .madeFor("1")
                .jar();
    }

    private static InProcess succeeds(String... arguments) {
        InProcess run = InProcess.run(arguments);
        assertEquals(Outcome.OK, run.outcome(), run.err());
        return run;
    }

    /** The recording's folder. */
    private Path recorded(Path plugin) throws Exception {
        JsonNode result = JSON.readTree(succeeds(
                        "--plugin=" + plugin,
                        "record",
                        "--env",
                        "counting",
                        "--num_envs",
                        "3",
                        "--output-dir",
                        folder.resolve("out").toString(),
                        "--output-folder-name",
                        "counted",
                        "--json")
                .out());
        assertEquals("CountTask", result.get("task").asText());
        assertEquals("ones", result.get("policy").asText());
        assertEquals(3, result.get("episodes").size());
        return folder.resolve("out/counted");
    }

    @Test
    void whatItBringsIsFoundByEveryCommand() throws Exception {
        Path plugin = plugin();
        Path take = recorded(plugin);
        JsonNode offers = JSON.readTree(succeeds("record", "--list", "--json", "--plugin", plugin.toString())
                .out());
        assertEquals("counting", offers.at("/simulations/1/name").asText());
        assertEquals("env 2 ended\n", Files.readString(take.resolve("ends_2.txt")));
        for (JsonNode line : lines(take)) {
            assertEquals(5, line.at("/metrics/action_sum").asDouble());
        }
        JsonNode provenance =
                JSON.readTree(take.resolve("CountTask/env_cfg.json").toFile()).path("_provenance");
        assertEquals("counting", provenance.path("simulator").asText());
        assertEquals("mine.jar", provenance.path("plugin").asText());
        assertEquals("1.2", provenance.path("plugin_version").asText());
        JsonNode metrics = JSON.readTree(succeeds("metrics", take.toString(), "--json", "--plugin", plugin.toString())
                .out());
        assertEquals(5, metrics.at("/metrics/action_sum").asDouble(), metrics.toString());
        succeeds("check", take.toString(), "--plugin", plugin.toString());
        Path names = folder.resolve("names.txt");
        InProcess export =
                succeeds("export", "names", take.toString(), "--out", names.toString(), "--plugin", plugin.toString());
        assertEquals(3, Files.readAllLines(names).size(), export.out());
        assertTrue(
                succeeds("help", "export", "--plugin", plugin.toString()).out().contains("names"));
    }

    @Test
    void resetOptionsAreStoredReplayedAndThoseOfTheRecording() throws Exception {
        String plugin = "--plugin=" + plugin();
        String[] record = {
            plugin,
            "record",
            "--env=counting",
            "--output-dir=" + folder.resolve("out"),
            "--output-folder-name=counted",
            "--reset-options",
            ""
        };
        record[record.length - 1] = "{\"start\":3}";
        succeeds(record);
        Path take = folder.resolve("out/counted");
        JsonNode line = lines(take).get(0);
        assertEquals(2, line.path("episode_step").asInt(), line.toString());
        assertEquals(
                "{\"start\":3}",
                line.path("episode_attributes").path("reset_options").asText());
        InProcess replay = succeeds("replay", take.toString(), plugin);
        assertTrue(replay.out().contains("tracked, 2 steps, bit-exact"), replay.out());

        record[record.length - 1] = "{\"start\":0}";
        InProcess other = InProcess.run(record);
        assertEquals(Outcome.BAD_ARGUMENTS, other.outcome(), other.err());
        assertTrue(other.err().contains("reset_options.start"), other.err());
    }

    @Test
    void withoutItItsMetricsAreKeptAndNamed() throws Exception {
        Path plugin = plugin();
        Path take = recorded(plugin);
        InProcess metrics = succeeds("metrics", take.toString(), "--write");
        String missing =
                take + " was recorded with metric sets that are not on the class path (Sum), so %s; put them on"
                        + " the class path or give the plug-in that brings them%s";
        assertTrue(metrics.err().contains(missing.formatted("their metrics stay as they are", "\n")), metrics.err());
        succeeds(
                "merge",
                take.toString(),
                "--copy",
                "--into",
                folder.resolve("out/merged").toString());
        for (JsonNode line : lines(folder.resolve("out/merged"))) {
            assertEquals(5, line.at("/metrics/action_sum").asDouble());
        }
        for (String command : List.of("rebuild", "recover")) {
            Files.delete(take.resolve("episode_results.jsonl"));
            InProcess without = InProcess.run(command, take.toString());
            assertEquals(Outcome.DATA_LOST, without.outcome());
            String said = missing.formatted(
                    "3 re-created lines lack their metrics", ", and recompute the metrics of " + take);
            assertTrue(without.err().contains(said), without.err());
            assertTrue(lines(take).get(0).at("/metrics/action_sum").isMissingNode());
            succeeds("metrics", take.toString(), "--write", "--plugin", plugin.toString());
            assertEquals(5, lines(take).get(0).at("/metrics/action_sum").asDouble());
        }
    }

    @Test
    void aTaskFileMayUseItsCondition() throws Exception {
        String task = Files.readString(InProcess.HOME.resolve("config/tasks/BananaInBowlTask.yaml"))
                .replace("condition: object_grabbed", "condition: object_high, least_m: 0.1");
        Path file = Files.writeString(folder.resolve("HighBananaTask.yaml"), task);
        String[] record = {
            "record",
            "--task",
            file.toString(),
            "--num_envs",
            "1",
            "--max-steps",
            "3",
            "--output-dir",
            folder.resolve("high").toString()
        };
        Path plugin = plugin();
        succeeds(Stream.concat(Stream.of("--plugin", plugin.toString()), Stream.of(record))
                .toArray(String[]::new));
        InProcess without = InProcess.run(record);
        assertEquals(Outcome.BAD_ARGUMENTS, without.outcome());
        assertTrue(without.err().contains("Unknown condition 'object_high'"), without.err());
    }

    @Test
    void aPluginThatCannotBeUsedIsABadArgument() {
        InProcess missing =
                InProcess.run("report", "--plugin", folder.resolve("none.jar").toString(), ".");
        assertEquals(Outcome.BAD_ARGUMENTS, missing.outcome());
        assertEquals(
                "roboreel: there is no plug-in " + folder.resolve("none.jar") + "; expected a jar or a folder\n",
                missing.err());
        InProcess incomplete = InProcess.run("report", "--plugin");
        assertEquals(Outcome.BAD_ARGUMENTS, incomplete.outcome());
        assertTrue(incomplete.err().contains("missing required parameter for option '--plugin'"), incomplete.err());
    }

    @Test
    void aNameThatIsTakenIsRefused() throws IOException {
        Path plugin = new PluginSources(folder.resolve("copycat"))
                .add(FORMAT.replace("\"names\"", "\"minari\""))
                .offering("io.github.roboreel.dataset.DatasetFormat", "mine.Names")
                .classes();
        InProcess run = InProcess.run("--help", "--plugin", plugin.toString());
        assertEquals(Outcome.BAD_ARGUMENTS, run.outcome());
        assertTrue(run.err().startsWith("roboreel: there are two DatasetFormats 'minari', "), run.err());
        Path condition = new PluginSources(folder.resolve("second"))
                .add(CONDITION.replace("object_high", "stacked"))
                .offering("io.github.roboreel.tasks.ConditionProvider", "mine.High")
                .classes();
        InProcess record = InProcess.run(
                "record",
                "--plugin",
                condition.toString(),
                "--output-dir",
                folder.resolve("out").toString());
        assertEquals(Outcome.BAD_ARGUMENTS, record.outcome());
        assertEquals(
                "roboreel: condition 'stacked' of mine.High has the name of a built-in one; rename it, or leave out its"
                        + " plug-in\n",
                record.err());
    }

    @Test
    void nothingInADataFolderIsLoaded() throws Exception {
        Path plugin = plugin();
        Path take = recorded(plugin);
        Files.copy(plugin, take.resolve("mine.jar"));
        Path results = take.resolve("episode_results.jsonl");
        Files.writeString(results, Files.readString(results).replaceAll(",\"action_sum\":[0-9.]+", ""));
        InProcess metrics = InProcess.run("metrics", take.toString(), "--json");
        assertFalse(metrics.out().contains("action_sum"), metrics.out());
    }

    private static List<JsonNode> lines(Path take) throws IOException {
        return Files.readAllLines(take.resolve("episode_results.jsonl")).stream()
                .map(PluginsIT::tree)
                .toList();
    }

    private static JsonNode tree(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }

    private static final String SIMULATION = """
            package mine;
            import io.github.roboreel.format.DType;
            import io.github.roboreel.recorder.*;
            import io.github.roboreel.recorder.schema.*;
            import io.github.roboreel.simulation.*;
            import java.nio.file.Path;
            import java.util.List;
            public final class Counting implements SimulationProvider {
                private static final FieldSchema SCHEMA = FieldSchema.of(
                        FieldSpec.step("actions", DType.FLOAT32, 1), FieldSpec.step("obs/count", DType.FLOAT32, 1));
                public String name() { return "counting"; }
                public String description() { return "Counts."; }
                public List<String> taskNames(Path config) { return List.of("CountTask"); }
                public TaskInfo task(String task, Path config) { return new TaskInfo("Count to five"); }
                public String defaultPolicy() { return "ones"; }
                public boolean takesResetOptions() { return true; }
                public Simulation create(SimulationRequest request) {
                    int start = request.resetOptionsJson().equals("{\\"start\\":3}") ? 3 : 0;
                    return new Simulation() {
                        public String taskName() { return request.task(); }
                        public FieldSchema schema() { return SCHEMA; }
                        public ActionSpace actionSpace() { return ActionSpace.box(1, "1", 0, 1); }
                        public double dtSeconds() { return 0.1; }
                        public int maxSteps() { return 100; }
                        public Restores restores() { return Restores.SEED; }
                        public VectorEnv open(int numEnvs) { return VectorEnv.of(new Counter(start)); }
                    };
                }
                static final class Counter implements Env {
                    private final int start;
                    private int count;
                    Counter(int start) { this.start = start; }
                    public void reset(long seed) { count = start; }
                    public void step(double[] action, StepResult result) {
                        count += (int) action[0];
                        if (count == 5) result.end(EpisodeOutcome.success("five"));
                    }
                    public void observe(Observation out) { out.floats(SCHEMA.field("obs/count"))[0] = count; }
                    public void record(FieldPhase phase, StepWriter row) {}
                }
            }
            """;

    private static final String POLICY = """
            package mine;
            import io.github.roboreel.simulation.*;
            import java.util.Collections;
            public final class Ones implements PolicyProvider {
                public String name() { return "ones"; }
                public String description() { return "One more each step."; }
                public VectorPolicy create(PolicyRequest request) {
                    return VectorPolicy.of(Collections.nCopies(request.numEnvs(), new Policy() {
                        public void reset(Observation first, long seed) {}
                        public void act(Observation now, double[] action) { action[0] = 1; }
                    }));
                }
            }
            """;

    private static final String METRIC = """
            package mine;
            import io.github.roboreel.recorder.config.*;
            import io.github.roboreel.recorder.spi.*;
            import java.util.*;
            public final class Sum implements EpisodeMetricSetProvider {
                public List<Setting<?>> settings() { return List.of(); }
                public EpisodeMetricSet create(RecorderConfig config) {
                    return (episode, dt) ->
                            Map.of("action_sum", Arrays.stream(episode.readDoubles("actions")).sum());
                }
            }
            """;

    private static final String SINK = """
            package mine;
            import io.github.roboreel.recorder.RunSpec;
            import io.github.roboreel.recorder.config.*;
            import io.github.roboreel.recorder.spi.*;
            import java.io.IOException;
            import java.nio.file.*;
            import java.util.List;
            import java.util.concurrent.*;
            public final class Steps implements EpisodeSinkProvider {
                public List<Setting<?>> settings() { return List.of(); }
                public EpisodeSink create(RecorderConfig config, RunSpec run) {
                    return new EpisodeSink() {
                        public String name() { return "ends"; }
                        public Role role() { return Role.SIDE; }
                        public void open(SinkContext context) {}
                        public void onBegin(int env, RowView initial) {}
                        public void onStep(int env, long step, RowView row) {}
                        public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
                            Path file = run.folder().resolve("ends_" + env + ".txt");
                            Files.writeString(file, "env " + env + " ended\\n");
                            return CompletableFuture.completedFuture(SinkReport.NONE);
                        }
                        public void close() {}
                    };
                }
            }
            """;

    private static final String CONDITION = """
            package mine;
            import io.github.roboreel.tasks.*;
            import java.util.function.Predicate;
            public final class High implements ConditionProvider {
                public String name() { return "object_high"; }
                public Predicate<Scene> create(ConditionArguments arguments) {
                    String object = arguments.object("object");
                    double least = arguments.number("least_m", 0.2);
                    return scene -> scene.position(Conditions.index(scene, object), 2) >= least;
                }
            }
            """;

    private static final String FORMAT = """
            package mine;
            import io.github.roboreel.dataset.*;
            import java.nio.file.*;
            import java.util.*;
            public final class Names implements DatasetFormat {
                public String name() { return "names"; }
                public String description() { return "The episodes' names, a line each."; }
                public List<DatasetOption> options() {
                    return List.of(DatasetOption.path("--out", "FILE", "The file.").required());
                }
                public Exporter exporter(DatasetArguments asked) {
                    return (source, progress) -> {
                        List<String> names = new ArrayList<>();
                        source.visit((facts, episode) -> names.add(episode.name()));
                        Path file = Files.write(asked.path("--out"), names);
                        return new ExportSummary(file, names.size(), 0, 0, List.of());
                    };
                }
            }
            """;
}
