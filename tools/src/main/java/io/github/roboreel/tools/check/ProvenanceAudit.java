package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.RunComplete;
import io.github.roboreel.tools.check.scan.ValueFault;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Audits what a run file says about where it comes from. */
final class ProvenanceAudit {
    private final Scope scope;
    private final StoredRun run;
    private final Map<String, Object> attributes;

    ProvenanceAudit(Scope scope, StoredRun run) {
        this.scope = scope;
        this.run = run;
        this.attributes = run.facts().attributes();
    }

    void run() {
        checkEnvArgs();
        if (scope.isOurs()) {
            checkProvenance();
        }
    }

    private void error(String inside, String problem, String advice) {
        scope.findings().error(run.path(), inside, problem, advice);
    }

    private void checkEnvArgs() {
        Optional<JsonNode> args = json(AttributeNames.ENV_ARGS);
        boolean good = args.filter(a -> a.has("env_name") && a.path("type").asInt() == 2)
                .isPresent();
        if (!good) {
            scope.errorIfOurs(
                    run.path(),
                    "data@env_args",
                    "is " + given(AttributeNames.ENV_ARGS) + "; expected JSON with env_name and type 2",
                    ValueFault.RESTORE);
        }
    }

    private void checkProvenance() {
        expectWhole(AttributeNames.FORMAT_VERSION);
        expectWhole(AttributeNames.NUM_ENVS);
        if (!(attributes.get(AttributeNames.RECORDER_VERSION) instanceof String version) || version.isBlank()) {
            error(
                    "data@recorder_version",
                    "is " + given(AttributeNames.RECORDER_VERSION) + "; expected a text",
                    ValueFault.RESTORE);
        }
        try {
            OffsetDateTime.parse(String.valueOf(attributes.get(AttributeNames.RECORDED_AT)));
        } catch (DateTimeParseException e) {
            error(
                    "data@recorded_at",
                    "is " + given(AttributeNames.RECORDED_AT) + "; expected an ISO-8601 time with offset",
                    ValueFault.RESTORE);
        }
        checkNumEnvs();
        checkConfig();
    }

    private void expectWhole(String name) {
        if (!(attributes.get(name) instanceof Long)) {
            error("data@" + name, "is " + given(name) + "; expected a whole number", ValueFault.RESTORE);
        }
    }

    private void checkNumEnvs() {
        OptionalInt promised =
                scope.env().runComplete().map(RunComplete::numEnvs).orElse(OptionalInt.empty());
        if (promised.isPresent()
                && attributes.get(AttributeNames.NUM_ENVS) instanceof Long numEnvs
                && numEnvs != promised.getAsInt()) {
            error(
                    "data@num_envs",
                    "is " + numEnvs + "; " + RunFolder.RUN_COMPLETE + " says " + promised.getAsInt(),
                    "find out which of the two was changed");
        }
    }

    private void checkConfig() {
        Optional<JsonNode> config = json(AttributeNames.CONFIG);
        if (config.isEmpty()) {
            error(
                    "data@config",
                    "is " + given(AttributeNames.CONFIG) + "; expected the JSON of env_cfg.json",
                    ValueFault.RESTORE);
            return;
        }
        JsonNode present = scope.env().config();
        for (String pointer : List.of("/sim/dt", "/decimation")) {
            JsonNode mine = config.get().at(pointer);
            if (!present.isMissingNode()
                    && mine.asDouble() != present.at(pointer).asDouble()) {
                error(
                        "data@config",
                        "has "
                                + pointer.substring(1).replace('/', '.')
                                + " "
                                + mine
                                + "; env_cfg.json has "
                                + present.at(pointer),
                        "find out which of the two was changed");
            }
        }
    }

    private Optional<JsonNode> json(String name) {
        return Optional.of(FormatJson.readOrMissing(attributes.get(name))).filter(JsonNode::isObject);
    }

    private String given(String name) {
        return given(attributes, name);
    }

    /** An attribute as messages show it. */
    static String given(Map<String, Object> attributes, String name) {
        Object value = attributes.get(name);
        return value == null ? "missing" : DemoAudit.quoted(value);
    }
}
