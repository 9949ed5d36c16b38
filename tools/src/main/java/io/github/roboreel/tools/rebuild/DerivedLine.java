package io.github.roboreel.tools.rebuild;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.EventSummary;
import io.github.roboreel.recorder.MetricSets;
import io.github.roboreel.recorder.RunComplete;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.tools.folder.EnvFolder;
import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.folder.EventLog;
import io.github.roboreel.tools.folder.StepPeriod;
import io.github.roboreel.tools.folder.StoredDemo;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Derives the result line of a demo from what is stored: RoboLab's format, section 9.2. Timing cannot be derived and is
 * left out.
 */
final class DerivedLine {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final EnvFolder env;
    private final StoredDemo demo;
    private final EpisodeReader reader;
    private final Map<String, Object> attributes;
    private final Optional<EventLog> log;
    private final StepPeriod period;
    private final ObjectNode line = JsonNodeFactory.instance.objectNode();

    private DerivedLine(EnvFolder env, StoredDemo demo, Optional<EventLog> log, StepPeriod period) throws IOException {
        this.env = env;
        this.demo = demo;
        this.reader = demo.reader();
        this.attributes = reader.attributes();
        this.log = log;
        this.period = period;
    }

    static ObjectNode of(
            EnvFolder env, StoredDemo demo, Optional<EventLog> log, StepPeriod period, MetricSets.Computed metrics)
            throws IOException {
        DerivedLine derived = new DerivedLine(env, demo, log, period);
        derived.addIdentity();
        derived.addOutcome(metrics);
        return derived.line;
    }

    private void addIdentity() {
        String type = instructionType();
        String runName = env.name() + (type.equals("default") ? "_" : "_" + type + "_");
        line.put("env_name", env.name());
        line.put("task_name", taskName());
        if (demo.file().run().isPresent()) {
            line.put("run_name", runName + demo.file().run().getAsInt());
            line.put("run", demo.file().run().getAsInt());
        }
        line.put("episode", demo.episode());
        if (demo.envId().isPresent()) {
            line.put("env_id", demo.envId().getAsInt());
        }
        line.set("policy", attributeOrConfig("policy"));
        line.set("instruction", attributeOrConfig("instruction"));
        line.set("attributes", taskAttributes());
    }

    private void addOutcome(MetricSets.Computed metrics) throws IOException {
        long steps = reader.numSamples();
        Boolean success = success();
        line.put("success", success);
        line.put("episode_step", steps);
        if (!period.isAssumed()) {
            line.put("duration", steps * period.seconds());
            line.put("dt", period.seconds());
        }
        line.set("metrics", JSON.valueToTree(metrics.values()));
        List<EpisodeEvent> events = log.map(EventLog::events).orElse(List.of());
        line.setAll((ObjectNode) JSON.valueToTree(EventSummary.fields(events)));
        line.put("instruction_type", instructionType());
        line.put("score", score(events));
        line.put("reason", reason(success, events));
        if (attributes.get(AttributeNames.STATUS) instanceof String status) {
            line.put("status", status);
        }
        metrics.failures()
                .keySet()
                .forEach(set -> line.withArray("failed_sinks").add(MetricSets.FAILED + set));
        addMetadata();
    }

    /** As the recorder writes it: behind all else, and what is there already stays. */
    private void addMetadata() {
        metadata().fields().forEachRemaining(e -> line.putIfAbsent(e.getKey(), e.getValue()));
    }

    /** What is no JSON is lost; check complains about it. */
    private JsonNode metadata() {
        try {
            Object text = attributes.get(AttributeNames.EPISODE_METADATA);
            return JSON.readTree(text instanceof String json ? json : "{}");
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** An aborted episode without a log was ended by a recorder that died before it wrote that. */
    private String reason(Boolean success, List<EpisodeEvent> events) {
        Object status = attributes.get(AttributeNames.STATUS);
        boolean isCut = EpisodeStatus.ABORTED.label().equals(status) && log.isEmpty();
        return isCut || EpisodeStatus.RECOVERED.label().equals(status)
                ? EpisodeRecord.RECOVERED
                : EventSummary.reason(success, events);
    }

    /** Of RoboReel's demos only those that were judged have a verdict. */
    private Boolean success() {
        boolean isJudged = !(attributes.get(AttributeNames.STATUS) instanceof String)
                || EpisodeOutcome.verdict(attributes).isPresent();
        return isJudged && attributes.get(AttributeNames.SUCCESS) instanceof Boolean success ? success : null;
    }

    private Double score(List<EpisodeEvent> events) throws IOException {
        long rows = reader.has(DemoPaths.SUBTASK_SCORE)
                ? reader.info(DemoPaths.SUBTASK_SCORE).rows()
                : 0;
        if (rows > 0) {
            return reader.readDoubles(DemoPaths.SUBTASK_SCORE, rows - 1, rows)[0];
        }
        return events.isEmpty() ? null : (Double) events.get(events.size() - 1).score();
    }

    private String taskName() {
        JsonNode configured = env.config().path("_task_name");
        return configured.isTextual()
                ? configured.textValue()
                : log.flatMap(EventLog::task).orElse(env.name());
    }

    private JsonNode attributeOrConfig(String name) {
        if (attributes.get(name) instanceof String text) {
            return JsonNodeFactory.instance.textNode(text);
        }
        JsonNode configured = env.config().path(name);
        return configured.isTextual() ? configured : NullNode.getInstance();
    }

    /** As the recorder's own lines have them; its files of 0.1.0 and RoboLab's do not. */
    private JsonNode taskAttributes() {
        Optional<List<String>> stored = demo.runTexts(AttributeNames.TASK_ATTRIBUTES);
        if (stored.isPresent()) {
            return JSON.valueToTree(stored.get());
        }
        for (String key : List.of("_task_attributes", "task_attributes")) {
            JsonNode configured = env.config().path(key);
            if (configured.isArray()) {
                return configured;
            }
        }
        return NullNode.getInstance();
    }

    private String instructionType() {
        Optional<String> promised = env.runComplete().flatMap(RunComplete::instructionType);
        return promised.or(this::variant).orElse("default");
    }

    /** The key under which the configuration lists the demo's instruction. */
    private Optional<String> variant() {
        JsonNode instruction = attributeOrConfig("instruction");
        return env.config().path("_instruction_variants").properties().stream()
                .filter(e -> e.getValue().equals(instruction))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
