package io.github.roboreel.tools.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.EventSummary;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.tools.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One line of the results. Every field but the env's name is optional: a missing one, {@code null}, one of the wrong
 * type and a number that is not finite are all absent. Immutable.
 *
 * <p>Where files of older recorders leave out run and env, {@link ResultFolder} derives them.
 */
public final class EpisodeRecord {
    /** Reason of an episode whose recorder died. */
    public static final String RECOVERED = "recovered after a crash";

    private final Path file;
    private final int line;
    private final ObjectNode json;
    private final EpisodePlace place;

    EpisodeRecord(Path file, int line, ObjectNode json, EpisodePlace place) {
        this.file = file;
        this.line = line;
        this.json = json;
        this.place = place;
    }

    /** The results file it stands in. */
    public Path file() {
        return file;
    }

    /** Number of its line, from 1; in a JSON array the number of the element, from 1. */
    public int line() {
        return line;
    }

    /** The whole line, unknown fields included; a copy. */
    public ObjectNode json() {
        return json.deepCopy();
    }

    /** Name of the env and of its folder. */
    public String envName() {
        return text("env_name").orElseThrow();
    }

    /** Name of the task; that of the env where the line has none. */
    public String taskName() {
        return text("task_name").orElse(envName());
    }

    /** Name of the run. */
    public Optional<String> runName() {
        return text("run_name");
    }

    /** Number of the episode in its env folder. */
    public OptionalInt episode() {
        return integer("episode");
    }

    /** Index of the run, stored or derived. */
    public OptionalInt run() {
        return place.run();
    }

    /** Index of the environment, stored or derived. */
    public OptionalInt envId() {
        return place.envId();
    }

    /** Whether the line itself names run and env; older files do not. */
    public boolean hasOwnPlace() {
        return integer("run").isPresent() && integer("env_id").isPresent();
    }

    /** Name of the policy. */
    public Optional<String> policy() {
        return text("policy");
    }

    /** What the policy was told. */
    public Optional<String> instruction() {
        return text("instruction");
    }

    /** Kind of wording of the instruction, for example {@code default} or {@code vague}. */
    public Optional<String> instructionType() {
        return text("instruction_type");
    }

    /** Labels of the task, difficulty included; empty when there are none. */
    public List<String> attributes() {
        return Json.texts(json.path("attributes"));
    }

    /** The verdict; empty when the episode was not judged. */
    public Optional<Boolean> success() {
        JsonNode node = json.path("success");
        return node.isBoolean() ? Optional.of(node.booleanValue()) : Optional.empty();
    }

    /** Whether the verdict is success. */
    public boolean isSuccess() {
        return success().orElse(false);
    }

    /** Status that RoboReel writes: success, failure, truncated, aborted, recovered. */
    public Optional<String> status() {
        return text("status");
    }

    /** Steps until the episode ended. */
    public OptionalInt episodeStep() {
        return integer("episode_step");
    }

    /** Duration as the line has it, s. */
    public OptionalDouble durationSeconds() {
        return Json.number(json.path("duration"));
    }

    /** Time between two steps as the line has it, s. */
    public OptionalDouble dtSeconds() {
        return Json.number(json.path("dt"));
    }

    /** Score as the line has it, 0 to 1. */
    public OptionalDouble score() {
        return Json.number(json.path("score"));
    }

    /** Score that counts in a mean: 1 for a success, whatever is stored. */
    public OptionalDouble countedScore() {
        return isSuccess() ? OptionalDouble.of(1.0) : score();
    }

    /** Why the episode ended as it did. */
    public Optional<String> reason() {
        return text("reason");
    }

    /** Whether the line was re-created because the episode's recorder died. */
    public boolean isRecovered() {
        return reason().filter(RECOVERED::equals).isPresent();
    }

    /** A metric by name: at the top level as older tools leave it, else in {@code metrics}. */
    public OptionalDouble metric(String name) {
        OptionalDouble lifted = Json.number(json.path(name));
        return lifted.isPresent() ? lifted : Json.number(json.path("metrics").path(name));
    }

    /** Side outputs that failed in the episode, as its recorder calls them. */
    public List<String> failedSinks() {
        return Json.texts(json.path("failed_sinks"));
    }

    /** Names of the numbers in {@code metrics}, in the order of the line. */
    public List<String> metricNames() {
        List<String> names = new ArrayList<>();
        json.path("metrics").fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** A number in {@code metrics} by name. */
    public OptionalDouble ownMetric(String name) {
        return Json.number(json.path("metrics").path(name));
    }

    /**
     * An attribute that its recorder's user gave the episode, as text: that of {@code episode_attributes}, else the
     * field of the line itself, as variation runners add them.
     */
    public Optional<String> episodeAttribute(String name) {
        JsonNode own = json.path(EpisodeMetadata.ATTRIBUTES).path(name);
        JsonNode value = own.isMissingNode() ? json.path(name) : own;
        return value.isMissingNode() || value.isNull()
                ? Optional.empty()
                : Optional.of(value.isTextual() ? value.textValue() : value.toString());
    }

    /** Names of the attributes in {@code episode_attributes}, in the order of the line. */
    public List<String> episodeAttributeNames() {
        List<String> names = new ArrayList<>();
        json.path(EpisodeMetadata.ATTRIBUTES).fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** A figure of {@code timing} by name. */
    public OptionalDouble timing(String name) {
        return Json.number(json.path("timing").path(name));
    }

    /** How often each kind of event was counted, in the order of the line, users' own last. */
    public Map<String, Integer> eventCounts() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (String field : List.of(ResultLine.EVENTS, ResultLine.OWN_EVENTS)) {
            json.path(field)
                    .properties()
                    .forEach(e -> Json.integer(e.getValue()).ifPresent(count -> counts.put(e.getKey(), count)));
        }
        return counts;
    }

    /** Whether the line tells about wrong objects at all: it has {@code events}. */
    public boolean hasEvents() {
        return json.path(ResultLine.EVENTS).isObject();
    }

    /** Name of the wrong object of each wrong grab, in time; repeated as grabbed. */
    public List<String> wrongObjectsGrabbed() {
        return Json.texts(json.path(ResultLine.EVENTS).path(EventSummary.WRONG_OBJECTS));
    }

    /** A top-level field that is text. */
    public Optional<String> text(String field) {
        return Optional.ofNullable(json.path(field).textValue());
    }

    private OptionalInt integer(String field) {
        return Json.integer(json.path(field));
    }

    @Override
    public String toString() {
        return file + ", line " + line;
    }
}
