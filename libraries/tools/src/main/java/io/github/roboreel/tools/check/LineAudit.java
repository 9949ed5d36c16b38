package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.metrics.StandardMetricsProvider;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Holds a result line against itself, the configuration and its demo. */
final class LineAudit {
    private static final String FAILED = "failed_sinks";

    /** What the recorder names when the stored episode could not be read for its metrics. */
    private static final String ALL_METRICS = "metrics";

    private final Scope scope;
    private final ScannedRun run;
    private final DemoFacts demo;
    private final EpisodeRecord line;
    private final ObjectNode json;

    LineAudit(Scope scope, ScannedRun run, DemoFacts demo, EpisodeRecord line) {
        this.scope = scope;
        this.run = run;
        this.demo = demo;
        this.line = line;
        this.json = line.json();
    }

    void run() {
        if (scope.isOurs()) {
            checkFields();
            checkText("status", demo.status());
            checkText("instruction", demo.attributes().get(AttributeNames.INSTRUCTION));
            checkText("policy", demo.attributes().get(AttributeNames.POLICY));
            checkSimEnv(demo.attributes().get(AttributeNames.SIM_ENV_ID));
            checkLosses();
        }
        checkNumbering();
        checkTimes();
        checkSuccess();
        checkScore();
        if (mayHaveStandardMetrics()) {
            new MetricsAudit(scope, demo, lacksStandardMetrics(), this::error).run(json.path("metrics"));
        }
    }

    private void error(String field, String problem) {
        scope.findings().error(line, field, problem, Scope.COMPARE);
    }

    private void note(String field, String problem, String advice) {
        scope.findings().note(line, field, problem, advice);
    }

    private void checkFields() {
        DocumentSchema.RESULT_LINE.faults(json).forEach(fault -> error(fault.field(), fault.problem()));
        for (String field : List.of("episode", "episode_step")) {
            if (json.path(field).isNull()) {
                error(field, "is null; expected integer");
            }
        }
    }

    private void checkText(String field, Object stored) {
        JsonNode given = json.path(field);
        if (!given.isMissingNode() && stored != null && !stored.equals(given.textValue())) {
            error(field, "is " + given + "; " + run.place(demo) + " says " + Scope.shown(stored));
        }
    }

    /** None where episodes are not continuous, nor where nothing said which env a recovered one was. */
    private void checkSimEnv(Object stored) {
        JsonNode given = json.path(AttributeNames.SIM_ENV_ID);
        Long expected = stored instanceof Long simEnv && simEnv >= 0 ? simEnv : null;
        Long said = given.isIntegralNumber() ? (Long) given.longValue() : null;
        if (!Objects.equals(said, expected)) {
            error(AttributeNames.SIM_ENV_ID, "is " + said + "; " + run.place(demo) + " says " + expected);
        }
    }

    private void checkLosses() {
        List<String> failed = line.failedSinks();
        List<String> lasting =
                failed.stream().filter(name -> !isOfMetrics(name)).toList();
        if (!lasting.isEmpty()) {
            error(FAILED, "is " + lasting + ": what these leave is incomplete");
        }
        if (lasting.size() < failed.size()) {
            String advice = "recompute the metrics of " + scope.env().path().getParent();
            note(FAILED, "is " + failed + ": metrics are missing", advice);
        }
        for (String field : List.of("dropped_video_frames", "saturated_values")) {
            if (json.path(field).asLong() > 0) {
                note(field, "is " + json.path(field) + ": the recorder reported a loss", "");
            }
        }
    }

    /** What is computed from stored data can be computed again. */
    private static boolean isOfMetrics(String failed) {
        return failed.equals(ALL_METRICS) || failed.startsWith(MetricSets.FAILED);
    }

    private boolean lacksStandardMetrics() {
        List<String> failed = line.failedSinks();
        return failed.contains(ALL_METRICS) || failed.contains(MetricSets.FAILED + StandardMetricsProvider.NAME);
    }

    /** Without the standard set a metric of that name is another's, whatever that computes. */
    private boolean mayHaveStandardMetrics() {
        JsonNode sets = FormatJson.readOrMissing(run.facts().attributes().get(AttributeNames.METRIC_SETS));
        return !sets.isArray() || sets.toString().contains('"' + StandardMetricsProvider.NAME + '"');
    }

    private void checkNumbering() {
        if (!line.hasOwnPlace()) {
            return;
        }
        int number = line.run().getAsInt();
        OptionalInt demos = scope.demosPerRun(run);
        if (!run.file().isLegacy() && demos.isPresent() && line.episode().isPresent()) {
            long expected = (long) number * demos.getAsInt() + line.envId().getAsInt();
            int given = line.episode().getAsInt();
            if (given != expected) {
                String places = run.places(demos.getAsInt());
                error("episode", "is " + given + "; run, env_id and " + places + " give " + expected);
            }
        }
        if (line.fields().runName() != null) {
            checkRunName(line.fields().runName(), number);
        }
    }

    private void checkRunName(String name, int number) {
        String plain = scope.env().name() + "_" + number;
        String typed = scope.env().name() + "_" + line.instructionType().orElse("default") + "_" + number;
        if (!name.equals(plain) && !name.equals(typed)) {
            error("run_name", "is '" + name + "'; expected '" + plain + "'");
        }
    }

    private void checkTimes() {
        OptionalDouble dt = scope.dtSeconds();
        if (!scope.isPeriod(line.dtSeconds())) {
            error("dt", "is " + line.dtSeconds().getAsDouble() + "; env_cfg.json gives " + dt.getAsDouble());
        }
        checkSteps();
        OptionalDouble period = dt.isPresent() ? dt : line.dtSeconds();
        if (period.isPresent() && line.durationSeconds().isPresent()) {
            double expected = line.episodeStep().orElse(0) * period.getAsDouble();
            double given = line.durationSeconds().getAsDouble();
            if (!Scope.agree(given, expected, 1e-6)) {
                error("duration", "is " + given + "; its steps times dt give " + expected);
            }
        }
    }

    private void checkSteps() {
        if (line.episodeStep().isEmpty() || demo.numSamples() < 0) {
            return;
        }
        int given = line.episodeStep().getAsInt();
        long surplus = demo.numSamples() - given;
        if (surplus > 0 && surplus <= 2 * (initialRows() - 1) && !scope.isOurs()) {
            String sentence = "is less than the demo's rows: RoboLab keeps the steps before an early reset";
            scope.findings().habit(line, "episode_step", sentence);
        } else if (surplus != 0) {
            error("episode_step", "is " + given + "; " + run.place(demo) + " holds " + demo.numSamples() + " steps");
        }
    }

    private long initialRows() {
        return demo.datasets().entrySet().stream()
                .filter(e -> DemoPaths.isIn(DemoPaths.INITIAL_STATE, e.getKey()))
                .mapToLong(e -> e.getValue().rows())
                .max()
                .orElse(1);
    }

    private void checkSuccess() {
        JsonNode given = json.path("success");
        Object stored = demo.attributes().get(AttributeNames.SUCCESS);
        String contradiction = "is " + (given.isMissingNode() ? "missing" : given) + "; " + run.place(demo) + " says ";
        if (scope.isOurs()) {
            Object expected = EpisodeOutcome.verdict(demo.attributes()).isPresent() ? stored : null;
            Object said = given.isBoolean() ? given.booleanValue() : null;
            if (!Objects.equals(said, expected) && stored instanceof Boolean) {
                error("success", contradiction + expected);
            }
        } else if (given.isNull() && stored == null) {
            scope.findings().habit(line, "success", "is null: the episode was never judged");
        } else if (!given.isBoolean() || !Objects.equals(given.booleanValue(), stored)) {
            error("success", contradiction + stored);
        }
    }

    private void checkScore() {
        if (!json.has("score") || demo.rows().lastScore() == null) {
            return;
        }
        OptionalDouble given = line.score();
        if (json.path("score").isNull() && !Double.isFinite(demo.rows().lastScore())) {
            // JSON has neither NaN nor infinities.
            return;
        }
        if (given.isEmpty() || !Scope.agree(given.getAsDouble(), demo.rows().lastScore(), 1e-6)) {
            error(
                    "score",
                    "is " + json.path("score") + "; " + run.place(demo) + " ends with "
                            + demo.rows().lastScore());
        }
    }
}
