package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoHeader;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Audits one demo by itself: its attributes, and how its datasets are stored. */
final class DemoAudit {
    private final Scope scope;
    private final ScannedRun run;
    private final DemoFacts demo;
    private final Set<String> allDatasets;
    private final Map<String, Object> attributes;

    /** @param allDatasets paths that any demo of the file has */
    DemoAudit(Scope scope, ScannedRun run, DemoFacts demo, Set<String> allDatasets) {
        this.scope = scope;
        this.run = run;
        this.demo = demo;
        this.allDatasets = allDatasets;
        this.attributes = demo.attributes();
    }

    void run() {
        if (scope.isOurs()) {
            DocumentSchema.DEMO_HEADER.faults(attributes).forEach(fault -> error("@" + fault.field(), fault.problem()));
            checkStatus();
            checkName();
            checkPeriod();
            checkSimEnv();
            checkMetadata();
        } else {
            checkVerdict();
        }
        checkMissing();
        new DatasetAudit(scope, run, demo).run();
    }

    private void error(String place, String problem) {
        scope.findings().error(run.path(), demo.path() + place, problem, ValueFault.RESTORE);
    }

    /** An attribute as messages show it. */
    private String given(String name) {
        return Scope.shown(attributes.get(name));
    }

    private void checkVerdict() {
        if (!(attributes.get(AttributeNames.NUM_SAMPLES) instanceof Long)) {
            error("@num_samples", "is " + given(AttributeNames.NUM_SAMPLES) + "; expected a whole number");
        }
        Object success = attributes.get(AttributeNames.SUCCESS);
        if (success == null) {
            scope.findings().habit(run.path(), demo.path() + "@success", "is missing: the episode was never judged");
        } else if (!(success instanceof Boolean)) {
            error("@success", "is " + given(AttributeNames.SUCCESS) + "; expected an HDF5 boolean");
        }
    }

    private void checkStatus() {
        Optional<EpisodeStatus> status = EpisodeStatus.of(demo.status());
        if (status.isEmpty() && attributes.get(AttributeNames.STATUS) instanceof String) {
            error(
                    "@status",
                    "is " + given(AttributeNames.STATUS)
                            + "; expected success, failure, truncated, aborted, recovered or discarded");
        } else if (status.filter(EpisodeStatus.RECORDING::equals).isPresent()
                && !run.facts().isLive()) {
            error("@status", "is 'recording', but no recorder writes it any more");
        }
        if (attributes.get(AttributeNames.SUCCESS) instanceof Boolean success
                && status.isPresent()
                && success != (status.get() == EpisodeStatus.SUCCESS)) {
            error("@success", "is " + success + ", but the status is '" + demo.status() + "'");
        }
        if (status.filter(EpisodeStatus.DISCARDED::equals).isPresent() && demo.numSamples() > 0) {
            error("@num_samples", "is " + demo.numSamples() + ", but the status is 'discarded'");
        }
    }

    private void checkName() {
        if (attributes.get(AttributeNames.ENV_NAME) instanceof String name
                && !name.equals(scope.env().name())) {
            error("@env_name", "is '" + name + "'; the folder is " + scope.env().name());
        }
    }

    private void checkPeriod() {
        if (!(attributes.get(AttributeNames.DT) instanceof Double dt)) {
            return;
        }
        if (!(dt > 0)) {
            error("@dt", "is " + dt + "; expected a positive number");
        } else if (!scope.isPeriod(OptionalDouble.of(dt))) {
            error("@dt", "is " + dt + "; env_cfg.json says " + scope.dtSeconds().getAsDouble());
        }
    }

    /** A place in which no episode began says -1, and so may one whose recorder died. */
    private void checkSimEnv() {
        Object given = attributes.get(AttributeNames.SIM_ENV_ID);
        if (!run.isContinuous() || !(run.facts().attributes().get(AttributeNames.NUM_ENVS) instanceof Long numEnvs)) {
            return;
        }
        boolean mayBeNone = DemoHeader.isUnused(attributes) || demo.status().equals(EpisodeStatus.RECOVERED.label());
        boolean isEnv = given instanceof Long simEnv && simEnv >= (mayBeNone ? -1 : 0) && simEnv < numEnvs;
        if (!isEnv) {
            error("@sim_env_id", "is " + given(AttributeNames.SIM_ENV_ID) + "; the simulator has " + numEnvs + " envs");
        }
    }

    private void checkMetadata() {
        if (!(attributes.get(AttributeNames.EPISODE_METADATA) instanceof String text) || text.isEmpty()) {
            return;
        }
        try {
            JsonNode metadata = FormatJson.read(text);
            for (DocumentSchema.Fault fault : DocumentSchema.EPISODE_METADATA.faults(metadata)) {
                String field = fault.field().isEmpty() ? "" : "has a field " + fault.field() + " that ";
                error("@episode_metadata", field + fault.problem());
            }
        } catch (IOException e) {
            error("@episode_metadata", "is not JSON: " + given(AttributeNames.EPISODE_METADATA));
        }
    }

    /** All demos of a file are recorded with one schema. */
    private void checkMissing() {
        boolean hasSteps = scope.isOurs() && demo.numSamples() > 0;
        if (hasSteps && !hasActions() && !isReported(DemoPaths.ACTIONS)) {
            reportNoActions();
        }
        if (!scope.isOurs() && demo.numSamples() == 0) {
            scope.findings().habit(run.path(), demo.path(), "holds no steps: nothing was recorded in it");
            return;
        }
        for (String path : allDatasets) {
            if (demo.datasets().containsKey(path) || isReported(path)) {
                continue;
            }
            if (!scope.isOurs() && path.startsWith("subtask/")) {
                scope.findings().habit(run.path(), demo.path() + "/subtask", "is missing: nothing happened");
            } else {
                error("/" + path, "is missing, though other demos of the file have it");
            }
        }
    }

    private void reportNoActions() {
        String place = "/" + DemoPaths.ACTIONS;
        if (scope.hasKnownNames()) {
            error(place, "is missing: every step has one");
        } else {
            String problem = "is missing, which datasets for training need";
            scope.findings().habit(run.path(), demo.path() + place, problem);
        }
    }

    /** One array, or several below that path; none of an imported dataset whose actions are empty. */
    private boolean hasActions() {
        return scope.env().isImported()
                || allDatasets.contains(DemoPaths.ACTIONS)
                || allDatasets.stream().anyMatch(path -> DemoPaths.isIn(DemoPaths.ACTIONS, path));
    }

    private boolean isReported(String path) {
        String inside = demo.path() + "/" + path;
        return run.facts().faults().stream().anyMatch(f -> f.inside().equals(inside));
    }
}
