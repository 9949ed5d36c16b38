package io.github.roboreel.tools.check;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.tools.check.scan.DemoFacts;
import io.github.roboreel.tools.check.scan.ValueFault;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Audits one demo by itself: its attributes, and how its datasets are stored. */
final class DemoAudit {

    private final Scope scope;
    private final StoredRun run;
    private final DemoFacts demo;
    private final Set<String> allDatasets;
    private final Map<String, Object> attributes;

    /** @param allDatasets paths that any demo of the file has */
    DemoAudit(Scope scope, StoredRun run, DemoFacts demo, Set<String> allDatasets) {
        this.scope = scope;
        this.run = run;
        this.demo = demo;
        this.allDatasets = allDatasets;
        this.attributes = demo.attributes();
    }

    void run() {
        if (!(attributes.get(AttributeNames.NUM_SAMPLES) instanceof Long)) {
            error("@num_samples", "is " + given(AttributeNames.NUM_SAMPLES) + "; expected a whole number");
        }
        if (scope.isOurs()) {
            checkStatus();
            checkTexts();
        } else {
            checkVerdict();
        }
        checkMissing();
        new DatasetAudit(scope, run, demo).run();
    }

    private void error(String attribute, String problem) {
        scope.findings().error(run.path(), demo.path() + attribute, problem, ValueFault.RESTORE);
    }

    private void checkVerdict() {
        Object success = attributes.get(AttributeNames.SUCCESS);
        if (success == null) {
            scope.findings().habit(run.path(), demo.path() + "@success", "is missing: the episode was never judged");
        } else if (!(success instanceof Boolean)) {
            error("@success", "is " + given(AttributeNames.SUCCESS) + "; expected an HDF5 boolean");
        }
    }

    private void checkStatus() {
        Optional<EpisodeStatus> status = EpisodeStatus.of(demo.status());
        if (status.isEmpty()) {
            error(
                    "@status",
                    "is "
                            + given(AttributeNames.STATUS)
                            + "; expected success, failure, truncated,"
                            + " aborted, recovered or discarded");
        } else if (status.get() == EpisodeStatus.RECORDING && !run.facts().isLive()) {
            error("@status", "is 'recording', but nobody records it any more");
        }
        if (!(attributes.get(AttributeNames.SUCCESS) instanceof Boolean success)) {
            error("@success", "is " + given(AttributeNames.SUCCESS) + "; expected an HDF5 boolean");
        } else if (status.isPresent() && success != (status.get() == EpisodeStatus.SUCCESS)) {
            error("@success", "is " + success + ", but the status is '" + demo.status() + "'");
        }
        if (demo.status().equals(EpisodeStatus.DISCARDED.label()) && demo.numSamples() > 0) {
            error("@num_samples", "is " + demo.numSamples() + ", but the status is 'discarded'");
        }
    }

    private void checkTexts() {
        for (String name : new String[] {"instruction", "policy", "env_name"}) {
            if (!(attributes.get(name) instanceof String)) {
                error("@" + name, "is " + given(name) + "; expected a text");
            }
        }
        if (!(attributes.get(AttributeNames.SEED) instanceof Long)) {
            error("@seed", "is " + given(AttributeNames.SEED) + "; expected a whole number");
        }
        if (attributes.get(AttributeNames.ENV_NAME) instanceof String name
                && !name.equals(scope.env().name())) {
            error("@env_name", "is '" + name + "'; the folder is " + scope.env().name());
        }
        checkPeriod();
        checkMetadata();
    }

    private void checkPeriod() {
        if (!(attributes.get(AttributeNames.DT) instanceof Double dt) || !(dt > 0)) {
            error("@dt", "is " + given(AttributeNames.DT) + "; expected a positive number");
        } else if (scope.dtSeconds().isPresent()
                && !Scope.agree(dt, scope.dtSeconds().getAsDouble(), 1e-9)) {
            error("@dt", "is " + dt + "; env_cfg.json says " + scope.dtSeconds().getAsDouble());
        }
    }

    private void checkMetadata() {
        if (!(attributes.get(AttributeNames.EPISODE_METADATA) instanceof String text)) {
            error("@episode_metadata", "is missing; expected JSON text");
            return;
        }
        try {
            if (!text.isEmpty() && !FormatJson.read(text).isObject()) {
                error("@episode_metadata", "is " + given(AttributeNames.EPISODE_METADATA) + "; expected JSON");
            }
        } catch (IOException e) {
            error("@episode_metadata", "is not JSON: " + given(AttributeNames.EPISODE_METADATA));
        }
    }

    private String given(String name) {
        Object value = attributes.get(name);
        return value == null ? "missing" : quoted(value);
    }

    /** A value as messages show it: texts quoted and not too long. */
    static String quoted(Object value) {
        if (!(value instanceof String text)) {
            return String.valueOf(value);
        }
        return "'" + (text.length() > 80 ? text.substring(0, 80) + "..." : text) + "'";
    }

    /** All demos of a file are recorded with one schema. */
    private void checkMissing() {
        boolean hasSteps = scope.isOurs() && demo.numSamples() > 0;
        if (hasSteps && !hasActions() && !isReported(DemoPaths.ACTIONS)) {
            error("/" + DemoPaths.ACTIONS, "is missing: every step has one");
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

    /** One array, or several below that path; none of an imported dataset whose actions are empty. */
    private boolean hasActions() {
        return scope.env().config().has(DatasetAudit.IMPORTED)
                || allDatasets.contains(DemoPaths.ACTIONS)
                || allDatasets.stream().anyMatch(path -> path.startsWith(DemoPaths.ACTIONS + "/"));
    }

    private boolean isReported(String path) {
        String inside = demo.path() + "/" + path;
        return run.facts().faults().stream().anyMatch(f -> f.inside().equals(inside));
    }
}
