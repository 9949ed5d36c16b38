package io.github.roboreel.recordings.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.EventSummary;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.recordings.folder.StoredLine.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Result of one episode as a results file has it. Every field but the env's name is optional: a missing one,
 * {@code null}, one of the wrong type and a number that is not finite are all absent. Immutable.
 *
 * <p>Where files of older recorders leave out run and env, they are derived: the run is the number that ends
 * {@code run_name}, and the rest follows from {@code episode = run * demosPerRun + env_id}.
 */
public final class EpisodeRecord implements EpisodeLine {
    /** Reason of an episode whose recorder died. */
    public static final String RECOVERED = "recovered after a crash";

    private static final Pattern TRAILING_NUMBER = Pattern.compile(".*_(\\d{1,9})");

    private static final int UNKNOWN = Integer.MIN_VALUE;

    private final Place place;
    private final ObjectNode element;
    private final ResultLine line;
    private final Map<String, Object> others;
    private final int run;
    private final int envId;

    /**
     * From a line that holds one.
     *
     * @param demosPerRun demos of a run as the env's configuration has it, else 1
     */
    EpisodeRecord(StoredLine stored, int demosPerRun) {
        place = stored.place();
        element = stored.element().orElse(null);
        line = stored.episode().orElseThrow();
        others = stored.others();
        run = line.run() == null ? derivedRun(demosPerRun) : line.run();
        envId = line.envId() == null ? derivedEnv(demosPerRun) : line.envId();
    }

    private int derivedRun(int demosPerRun) {
        int ofEpisode = line.episode() == null ? UNKNOWN : line.episode() / demosPerRun;
        Matcher named = TRAILING_NUMBER.matcher(line.runName() == null ? "" : line.runName());
        if (named.matches()) {
            int ofName = Integer.parseInt(named.group(1));
            return ofEpisode == UNKNOWN ? ofName : ofEpisode;
        }
        return ofEpisode;
    }

    private int derivedEnv(int demosPerRun) {
        if (run == UNKNOWN || line.episode() == null) {
            return UNKNOWN;
        }
        int rest = line.episode() - run * demosPerRun;
        return rest >= 0 && rest < demosPerRun ? rest : UNKNOWN;
    }

    /** The results file it stands in. */
    public Path file() {
        return place.file();
    }

    /** Number of its line, from 1; in a JSON array the number of the element, from 1. */
    public int line() {
        return place.number();
    }

    /** Offset in the file of its line's first byte; 0 in a JSON array, as {@link #end}. */
    public long start() {
        return place.start();
    }

    /** Offset after its line's last byte, its line's end not counted. */
    public long end() {
        return place.end();
    }

    /**
     * Reads a line again that was read before.
     *
     * @param file the results file; a JSON array when {@code end} is 0
     * @param number of the line or the array's element
     * @param start its {@link #start}
     * @param end its {@link #end}
     * @param env its env folder
     * @return empty when the file has another line there by now
     * @throws IOException when the file cannot be read
     */
    public static Optional<EpisodeRecord> read(Path file, int number, long start, long end, EnvFolder env)
            throws IOException {
        if (end > 0) {
            Place place = new Place(file, number, start, end, end);
            return new RawLine(place, place.bytes(), ResultLines.MAX_BYTES)
                    .read()
                    .filter(line -> line.kind() == StoredLine.Kind.EPISODE)
                    .map(line -> new EpisodeRecord(line, env.demosPerRun().orElse(1)));
        }
        return ResultsReader.read(file, Map.of(env.name(), env), new ArrayList<>()).stream()
                .filter(line -> line.line() == number)
                .findFirst();
    }

    /**
     * The whole line, unknown fields included: read again from the file.
     *
     * @throws java.io.UncheckedIOException when it cannot be read any more
     */
    public ObjectNode json() {
        return element == null ? place.read() : element.deepCopy();
    }

    /** The fields that the format knows; null where the line has none of the right type. */
    public ResultLine fields() {
        return line;
    }

    @Override
    public String envName() {
        return line.envName();
    }

    @Override
    public String taskName() {
        return line.taskName() == null ? envName() : line.taskName();
    }

    @Override
    public OptionalInt episode() {
        return optional(line.episode());
    }

    @Override
    public OptionalInt run() {
        return run == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(run);
    }

    @Override
    public OptionalInt envId() {
        return envId == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(envId);
    }

    /** Whether run and env are known. */
    public boolean hasPlace() {
        return run != UNKNOWN && envId != UNKNOWN;
    }

    /** Whether the line itself names run and env; older files do not. */
    public boolean hasOwnPlace() {
        return line.run() != null && line.envId() != null;
    }

    @Override
    public Optional<String> policy() {
        return Optional.ofNullable(line.policy());
    }

    @Override
    public Optional<String> instruction() {
        return Optional.ofNullable(line.instruction());
    }

    @Override
    public Optional<String> instructionType() {
        return Optional.ofNullable(line.instructionType());
    }

    @Override
    public List<String> attributes() {
        return texts(line.attributes());
    }

    @Override
    public Optional<Boolean> success() {
        return Optional.ofNullable(line.success());
    }

    @Override
    public Optional<String> status() {
        return Optional.ofNullable(line.status());
    }

    @Override
    public OptionalInt episodeStep() {
        Long steps = line.episodeStep();
        return steps != null && steps == steps.intValue() ? OptionalInt.of(steps.intValue()) : OptionalInt.empty();
    }

    /** Duration as the line has it, s. */
    public OptionalDouble durationSeconds() {
        return optional(line.duration());
    }

    /** Time between two steps as the line has it, s. */
    public OptionalDouble dtSeconds() {
        return optional(line.dt());
    }

    @Override
    public OptionalDouble score() {
        return optional(line.score());
    }

    @Override
    public Optional<String> reason() {
        return Optional.ofNullable(line.reason());
    }

    /** Whether the line was re-created because the episode's recorder died. */
    public boolean isRecovered() {
        return RECOVERED.equals(line.reason());
    }

    /** A metric by name: at the top level as older tools leave it, else in {@code metrics}. */
    public OptionalDouble metric(String name) {
        OptionalDouble lifted = number(others.get(name));
        return lifted.isPresent() ? lifted : ownMetric(name);
    }

    @Override
    public OptionalDouble ownMetric(String name) {
        return line.metrics() == null
                ? OptionalDouble.empty()
                : optional(line.metrics().get(name));
    }

    @Override
    public Set<String> metricNames() {
        return line.metrics() == null ? Set.of() : line.metrics().keySet();
    }

    /** Side outputs that failed in the episode, as its recorder calls them. */
    public List<String> failedSinks() {
        return texts(line.failedSinks());
    }

    @Override
    public Optional<String> episodeAttribute(String name) {
        Map<String, Object> own = episodeAttributes();
        Object value = own.containsKey(name) ? own.get(name) : others.get(name);
        return text(
                value == null && !own.containsKey(name) ? FormatJson.tree(line).path(name) : FormatJson.tree(value));
    }

    /** Each {@link #episodeAttribute} that there is. */
    public Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        FormatJson.tree(line).properties().forEach(field -> put(field.getKey(), field.getValue(), values));
        others.forEach((name, value) -> put(name, FormatJson.tree(value), values));
        episodeAttributes().forEach((name, value) -> {
            values.remove(name); // null says that there is none, whatever the line has under that name
            put(name, FormatJson.tree(value), values);
        });
        return values;
    }

    @Override
    public Set<String> valueNames() {
        return values().keySet();
    }

    private static void put(String name, JsonNode value, Map<String, String> into) {
        text(value).ifPresent(text -> into.put(name, text));
    }

    private static Optional<String> text(JsonNode value) {
        return value.isMissingNode() || value.isNull()
                ? Optional.empty()
                : Optional.of(value.isTextual() ? value.textValue() : value.toString());
    }

    /** Whether anything was timed; the total time is 0 where nothing was. */
    public boolean hasTiming() {
        return line.timing() != null
                && !number(line.timing().get(ResultLine.WALL_TOTAL_S)).equals(OptionalDouble.of(0));
    }

    @Override
    public OptionalDouble timing(String name) {
        return hasTiming() ? number(line.timing().get(name)) : OptionalDouble.empty();
    }

    @Override
    public Map<String, Integer> eventCounts() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        if (line.events() != null) {
            line.events().forEach((name, count) -> putCount(counts, name, count));
        }
        if (line.ownEvents() != null) {
            line.ownEvents().forEach((name, count) -> putCount(counts, name, count));
        }
        return counts;
    }

    private static void putCount(Map<String, Integer> counts, String name, Object count) {
        if (number(count).isPresent() && ((Number) count).doubleValue() == ((Number) count).intValue()) {
            counts.put(name, ((Number) count).intValue());
        }
    }

    /** Whether the line says anything about wrong objects: it has {@code events}. */
    public boolean hasEvents() {
        return line.events() != null;
    }

    /** Name of the wrong object of each wrong grab, in time; repeated as grabbed. */
    public List<String> wrongObjectsGrabbed() {
        Object objects = hasEvents() ? line.events().get(EventSummary.WRONG_OBJECTS) : null;
        return objects instanceof Collection<?> names ? texts(names) : List.of();
    }

    @Override
    public Object other(String field) {
        return others.get(field);
    }

    /** The fields that the format does not know, by name; not to be changed. */
    public Map<String, Object> others() {
        return others;
    }

    private static List<String> texts(Collection<?> values) {
        return values == null
                ? List.of()
                : values.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList();
    }

    private static OptionalDouble number(Object value) {
        return value instanceof Number number && Double.isFinite(number.doubleValue())
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    private static OptionalDouble optional(Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static OptionalInt optional(Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    @Override
    public String toString() {
        return file() + ", line " + line();
    }
}
