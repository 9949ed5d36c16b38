package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.metrics.StandardMetricsProvider;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.tools.check.scan.DemoFacts;
import io.github.roboreel.tools.folder.EpisodeRecord;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Holds a result line against itself, the configuration and its demo. */
final class LineAudit {
    private static final String ADVICE = "find out which of the two was changed";
    private static final DocumentSchema SCHEMA = DocumentSchema.of(ResultLine.class);
    private static final String FAILED = "failed_sinks";

    /** What the recorder names when the stored episode could not be read for its metrics. */
    private static final String ALL_METRICS = "metrics";

    private final Scope scope;
    private final StoredRun run;
    private final DemoFacts demo;
    private final EpisodeRecord line;
    private final ObjectNode json;

    LineAudit(Scope scope, StoredRun run, DemoFacts demo, EpisodeRecord line) {
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
            checkLosses();
        }
        checkNumbering();
        checkTimes();
        checkSuccess();
        checkScore();
        new MetricsAudit(scope, demo, lacksStandardMetrics(), this::error).run(json.path("metrics"));
    }

    private void error(String field, String problem) {
        scope.findings().error(line.file(), inside(field), problem, ADVICE);
    }

    private void habit(String field, String sentence) {
        scope.findings().habit(line.file(), inside(field), sentence);
    }

    private String inside(String field) {
        return "line " + line.line() + (field.isEmpty() ? "" : ", " + field);
    }

    private String place() {
        return run.path().getFileName() + " " + demo.path();
    }

    private void checkFields() {
        SCHEMA.faults(json).forEach(fault -> error(fault.field(), fault.problem()));
    }

    private void checkText(String field, Object stored) {
        JsonNode given = json.path(field);
        if (!given.isMissingNode() && stored != null && !stored.equals(given.textValue())) {
            error(field, "is " + given + "; " + place() + " says " + DemoAudit.quoted(stored));
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
            scope.findings()
                    .note(
                            line.file(),
                            inside(FAILED),
                            "is " + failed + ": metrics are missing",
                            "compute the metrics of " + scope.env().path().getParent() + " anew");
        }
        for (String field : List.of("dropped_video_frames", "saturated_values")) {
            if (json.path(field).asLong() > 0) {
                scope.findings()
                        .note(
                                line.file(),
                                inside(field),
                                "is " + json.path(field) + ": the recorder reported a loss",
                                "");
            }
        }
    }

    /** What is computed from stored data can be computed again. */
    private static boolean isOfMetrics(String failed) {
        return failed.equals(ALL_METRICS) || failed.startsWith(MetricSets.FAILED);
    }

    private boolean lacksStandardMetrics() {
        return line.failedSinks().stream()
                .anyMatch(name ->
                        name.equals(ALL_METRICS) || name.equals(MetricSets.FAILED + StandardMetricsProvider.NAME));
    }

    private void checkNumbering() {
        OptionalInt numEnvs = numEnvs();
        boolean isNumbered = !run.file().isLegacy()
                && numEnvs.isPresent()
                && line.hasOwnPlace()
                && line.episode().isPresent();
        if (isNumbered) {
            long expected = (long) line.run().getAsInt() * numEnvs.getAsInt()
                    + line.envId().getAsInt();
            if (line.episode().getAsInt() != expected) {
                error(
                        "episode",
                        "is "
                                + line.episode().getAsInt()
                                + "; run, env_id and "
                                + numEnvs.getAsInt()
                                + " envs give "
                                + expected);
            }
        }
        if (line.hasOwnPlace() && line.runName().isPresent()) {
            checkRunName(line.runName().get(), line.run().getAsInt());
        }
    }

    private OptionalInt numEnvs() {
        return run.facts().attributes().get(AttributeNames.NUM_ENVS) instanceof Long numEnvs
                ? OptionalInt.of((int) Math.min(numEnvs, Integer.MAX_VALUE))
                : scope.env().numEnvs();
    }

    private void checkRunName(String name, int number) {
        String type = line.instructionType().orElse("default");
        String plain = scope.env().name() + "_" + number;
        String typed = scope.env().name() + "_" + type + "_" + number;
        if (!name.equals(plain) && !name.equals(typed)) {
            error("run_name", "is '" + name + "'; expected '" + plain + "'");
        }
    }

    private void checkTimes() {
        OptionalDouble dt = scope.dtSeconds();
        if (dt.isPresent()
                && line.dtSeconds().isPresent()
                && !Scope.agree(line.dtSeconds().getAsDouble(), dt.getAsDouble(), 1e-9)) {
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
        long surplus = demo.numSamples() - line.episodeStep().getAsInt();
        if (surplus > 0 && surplus <= 2 * (initialRows() - 1) && !scope.isOurs()) {
            habit("episode_step", "is less than the demo's rows: RoboLab keeps the steps before an early reset");
        } else if (surplus != 0) {
            error(
                    "episode_step",
                    "is " + line.episodeStep().getAsInt() + "; " + place() + " holds " + demo.numSamples() + " steps");
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
        if (scope.isOurs()) {
            Object expected = isJudged() ? stored : null;
            Object said = given.isBoolean() ? given.booleanValue() : null;
            if (!Objects.equals(said, expected) && stored instanceof Boolean) {
                error("success", "is " + given + "; " + place() + " says " + expected);
            }
        } else if (given.isBoolean() && stored instanceof Boolean verdict) {
            if (given.booleanValue() != verdict) {
                error("success", "is " + given + "; " + place() + " says " + verdict);
            }
        } else if (given.isNull() && stored == null) {
            habit("success", "is null: the episode was never judged");
        } else {
            error("success", "is " + (given.isMissingNode() ? "missing" : given) + "; " + place() + " says " + stored);
        }
    }

    private boolean isJudged() {
        return EpisodeOutcome.verdict(demo.attributes()).isPresent();
    }

    private void checkScore() {
        if (!json.has("score") || demo.lastScore() == null) {
            return;
        }
        OptionalDouble given = line.score();
        if (given.isEmpty() || !Scope.agree(given.getAsDouble(), demo.lastScore(), 1e-6)) {
            error("score", "is " + json.path("score") + "; " + place() + " ends with " + demo.lastScore());
        }
    }
}
