package io.github.roboreel.tools.recompute;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.EventSummary;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunHeader;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.StepPeriod;
import io.github.roboreel.recordings.folder.StoredDemo;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Derives the result line of a demo from what is stored: RoboLab's format, section 9.2. Timing cannot be derived and is
 * left out.
 */
final class DerivedLine {
    private final EnvFolder env;
    private final StoredDemo demo;
    private final EpisodeReader reader;
    private final Map<String, Object> attributes;
    private final Optional<EventLog> log;
    private final StepPeriod period;

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
        return new DerivedLine(env, demo, log, period).line(metrics);
    }

    private Integer simEnvId() throws IOException {
        Object stored = reader.attributes().get(AttributeNames.SIM_ENV_ID);
        return stored instanceof Long simEnv && simEnv >= 0 ? (Integer) simEnv.intValue() : null;
    }

    private ObjectNode line(MetricSets.Computed metrics) throws IOException {
        long steps = reader.numSamples();
        Boolean success = success();
        boolean isWhole = knowsAllEvents();
        List<EpisodeEvent> events = isWhole ? log.map(EventLog::events).orElse(List.of()) : List.of();
        ResultLine line = new ResultLine(
                env.name(),
                taskName(),
                runName(),
                orNull(demo.file().run()),
                demo.episode(),
                orNull(demo.envId()),
                simEnvId(),
                attributeOr(AttributeNames.POLICY, env.settings().policy()),
                instruction(),
                taskAttributes(),
                success,
                steps,
                period.isAssumed() ? null : (Double) (steps * period.seconds()),
                period.isAssumed() ? null : (Double) period.seconds(),
                metrics.values(),
                isWhole ? EventSummary.tally(events) : null,
                EventSummary.ownTally(events),
                instructionType(),
                Map.of(),
                score(events),
                reason(success, events),
                attributes.get(AttributeNames.STATUS) instanceof String status ? status : null,
                0,
                0,
                metrics.failures().keySet().stream()
                        .map(set -> MetricSets.FAILED + set)
                        .toList());
        return line.toJson(EpisodeMetadata.tree(attributes));
    }

    /** An empty tally says that nothing happened, so it is for an episode of which that is known. */
    private boolean knowsAllEvents() {
        if (log.isPresent()) {
            return log.get().eventsLost() == 0;
        }
        boolean isUnread = env.logOf(demo.file(), demo.number()).isPresent();
        return !isUnread && !RunHeader.hasLogOfEachEpisode(demo.runAttributes());
    }

    private String runName() {
        String type = instructionType();
        OptionalInt run = demo.file().run();
        return run.isEmpty() ? null : env.name() + (type.equals("default") ? "_" : "_" + type + "_") + run.getAsInt();
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
        return EpisodeEvent.lastScore(events);
    }

    private String taskName() {
        String configured = env.settings().taskName();
        return configured == null ? log.flatMap(own -> own.identity().task()).orElse(env.name()) : configured;
    }

    /** Null where neither the demo nor the configuration has it. */
    private String attributeOr(String name, String configured) {
        return attributes.get(name) instanceof String text ? text : configured;
    }

    private String instruction() {
        return attributeOr(AttributeNames.INSTRUCTION, env.settings().instruction());
    }

    /** As the recorder's own lines have them; its files of 0.1.0 and RoboLab's do not. */
    private List<Object> taskAttributes() {
        Optional<List<String>> stored = demo.runTexts(AttributeNames.TASK_ATTRIBUTES);
        return stored.isPresent() ? List.copyOf(stored.get()) : env.settings().labels();
    }

    private String instructionType() {
        Optional<String> promised = env.runComplete().map(RunComplete::instructionType);
        return promised.or(this::variant).orElse("default");
    }

    /** The key under which the configuration lists the demo's instruction. */
    private Optional<String> variant() {
        Map<String, String> variants = env.settings().instructionVariants();
        String instruction = instruction();
        return variants == null || instruction == null
                ? Optional.empty()
                : variants.entrySet().stream()
                        .filter(variant -> instruction.equals(variant.getValue()))
                        .map(Map.Entry::getKey)
                        .findFirst();
    }
}
