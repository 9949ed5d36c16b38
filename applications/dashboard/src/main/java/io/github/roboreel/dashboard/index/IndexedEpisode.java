package io.github.roboreel.dashboard.index;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EpisodeLine;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.LineColumn;
import io.github.roboreel.tools.report.ReportedEpisode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An episode as the index keeps it: what lists, filters and reports ask for, in a few hundred bytes. Immutable.
 *
 * @param key most of its id, to find it by
 * @param folder name of its recording
 * @param texts its names and its instruction
 * @param place where its line and its rows are
 * @param outcome how it went
 * @param figures what its line says by names
 * @param note what a user noted about it; null for nothing
 */
public record IndexedEpisode(
        long key, String folder, Texts texts, Place place, Outcome outcome, Figures figures, Annotation note)
        implements ReportedEpisode, EpisodeLine {
    private static final String DURATION = "duration";

    /** What lists show of an episode by the names of columns, most of them those of its line; null for no value. */
    public static final Map<String, Function<IndexedEpisode, ?>> COLUMNS = columns();

    /** Number that is not known. */
    static final int UNKNOWN = Integer.MIN_VALUE;

    /**
     * An episode's names and its instruction. Null where it has none, but for the env's name.
     *
     * @param attributes labels of the task
     */
    record Texts(
            String env,
            String task,
            String policy,
            String instruction,
            String instructionType,
            String reason,
            String status,
            List<String> attributes) {}

    /**
     * Where an episode's line and rows are.
     *
     * @param line number of the line
     * @param start offset of the line; 0 in a JSON array, as {@code end}
     * @param end offset after the line
     * @param run {@link #UNKNOWN} without
     * @param envId {@link #UNKNOWN} without
     * @param episode {@link #UNKNOWN} without
     * @param demo number of its demo; {@link #UNKNOWN} when nothing says where its rows are
     * @param isLegacy whether that is a demo of the legacy file
     */
    record Place(int line, long start, long end, int run, int envId, int episode, int demo, boolean isLegacy) {
        /** Name of the run file that holds its rows. */
        String runFile() {
            return isLegacy ? RunFolder.LEGACY_RUN_FILE : RunFolder.runFile(run);
        }

        String id(Path recording, String env) {
            return Ids.of(parts(recording, env));
        }

        long key(Path recording, String env) {
            return Ids.keyOf(parts(recording, env));
        }

        private String[] parts(Path recording, String env) {
            return demo == UNKNOWN
                    ? new String[] {recording.toString(), "line", String.valueOf(line)}
                    : new String[] {recording.toString(), env, runFile(), DemoPaths.demo(demo)};
        }
    }

    /**
     * How an episode went.
     *
     * @param verdict 1 for success, 0 for failure, -1 for none
     * @param steps {@link #UNKNOWN} when unknown
     * @param score NaN when there is none
     * @param duration s; NaN when unknown
     * @param dtSeconds time between two steps, s
     */
    record Outcome(byte verdict, int steps, double score, double duration, double dtSeconds) {}

    /**
     * What an episode's line says by names.
     *
     * @param metrics those of the line
     * @param lifted metrics that older tools left elsewhere
     * @param timings figures of the line's timing
     * @param events how often each kind of event was counted
     * @param wrongObjects the wrong object of each wrong grab
     * @param others fields that the format does not know
     */
    record Figures(
            Numbers metrics,
            Numbers lifted,
            Numbers timings,
            Map<String, Integer> events,
            List<String> wrongObjects,
            Map<String, Object> others) {}

    /**
     * Its id.
     *
     * @param recording path of its recording
     */
    public String id(Path recording) {
        return place.id(recording, texts.env);
    }

    /** Whether the run file is there that its rows should be in. */
    public boolean hasRows(EnvFolder env) {
        return place.demo != UNKNOWN
                && env.runs().stream().anyMatch(run -> run.path().endsWith(place.runFile()));
    }

    /**
     * Its line, read again.
     *
     * @param recording path of its recording
     * @return empty when the file cannot be read, or has another episode there by now
     */
    Optional<EpisodeRecord> storedLine(Path recording, EnvFolder env) {
        String file = place.end > 0 ? RunFolder.RESULTS : RunFolder.LEGACY_RESULTS;
        try {
            return EpisodeRecord.read(recording.resolve(file), place.line, place.start, place.end, env)
                    .filter(this::isOf);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Run and env of a line that does not name them are derived, and may be derived otherwise by now. */
    private boolean isOf(EpisodeRecord line) {
        return line.envName().equals(texts.env)
                && line.episode().equals(episode())
                && (!line.hasOwnPlace()
                        || line.run().equals(run()) && line.envId().equals(envId()));
    }

    /** The same with another annotation; null for none. */
    IndexedEpisode with(Annotation annotation) {
        return new IndexedEpisode(key, folder, texts, place, outcome, figures, annotation);
    }

    @Override
    public Optional<Annotation> annotation() {
        return Optional.ofNullable(note);
    }

    @Override
    public EpisodeLine line() {
        return this;
    }

    @Override
    public String envName() {
        return texts.env;
    }

    @Override
    public String taskName() {
        return texts.task == null ? texts.env : texts.task;
    }

    private static OptionalInt optional(int value) {
        return value == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static OptionalDouble optional(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    @Override
    public OptionalInt episode() {
        return optional(place.episode);
    }

    @Override
    public OptionalInt run() {
        return optional(place.run);
    }

    @Override
    public OptionalInt envId() {
        return optional(place.envId);
    }

    @Override
    public Optional<String> policy() {
        return Optional.ofNullable(texts.policy);
    }

    @Override
    public Optional<String> instruction() {
        return Optional.ofNullable(texts.instruction);
    }

    @Override
    public Optional<String> instructionType() {
        return Optional.ofNullable(texts.instructionType);
    }

    @Override
    public List<String> attributes() {
        return texts.attributes;
    }

    @Override
    public Optional<Boolean> success() {
        return outcome.verdict < 0 ? Optional.empty() : Optional.of(isSuccess());
    }

    @Override
    public boolean isSuccess() {
        return outcome.verdict == 1;
    }

    @Override
    public Optional<String> status() {
        return Optional.ofNullable(texts.status);
    }

    @Override
    public OptionalInt episodeStep() {
        return optional(outcome.steps);
    }

    @Override
    public OptionalDouble score() {
        return optional(outcome.score);
    }

    @Override
    public OptionalDouble durationSeconds() {
        return optional(outcome.duration);
    }

    @Override
    public Optional<String> reason() {
        return Optional.ofNullable(texts.reason);
    }

    @Override
    public OptionalDouble metric(String name) {
        OptionalDouble other = figures.lifted.get(name);
        return other.isPresent() ? other : figures.metrics.get(name);
    }

    @Override
    public OptionalDouble ownMetric(String name) {
        return figures.metrics.get(name);
    }

    @Override
    public Set<String> metricNames() {
        return Collections.unmodifiableSet(figures.metrics.places().keySet());
    }

    /** 1 for success, 0 for failure, -1 for none. */
    public byte verdict() {
        return outcome.verdict;
    }

    /** Names of the figures of its line's timing. */
    public Set<String> timingNames() {
        return figures.timings.places().keySet();
    }

    @Override
    public Map<String, Integer> eventCounts() {
        return figures.events;
    }

    @Override
    public List<String> wrongObjects() {
        return figures.wrongObjects;
    }

    @Override
    public OptionalDouble timing(String name) {
        return figures.timings.get(name);
    }

    @Override
    public Object other(String field) {
        return figures.others.get(field);
    }

    @Override
    public Optional<String> episodeAttribute(String name) {
        Map<String, Object> own = episodeAttributes();
        Object value = own.containsKey(name) ? own.get(name) : figures.others.getOrDefault(name, known(name));
        if (value == null) {
            return Optional.empty();
        }
        return Optional.of(
                value instanceof String text
                        ? text
                        : FormatJson.<JsonNode>tree(value).toString());
    }

    private static Map<String, Function<IndexedEpisode, ?>> columns() {
        Map<String, Function<IndexedEpisode, ?>> columns = new LinkedHashMap<>();
        LineColumn.IDENTITY.forEach(column -> columns.put(column.label(), column::value));
        Stream.of(LineColumn.SUCCESS, LineColumn.STATUS, LineColumn.SCORE)
                .forEach(column -> columns.put(column.label(), column::value));
        columns.put(DURATION, e -> orNull(e.durationSeconds()));
        Stream.of(LineColumn.EPISODE_STEP, LineColumn.REASON)
                .forEach(column -> columns.put(column.label(), column::value));
        return Collections.unmodifiableMap(columns);
    }

    /** A field of the line by its name; null where the line has none or the index does not keep it. */
    private Object known(String name) {
        return switch (name) {
            case "task_name" -> texts.task;
            case "attributes" -> texts.attributes;
            case DURATION -> null;
            default -> COLUMNS.containsKey(name) ? COLUMNS.get(name).apply(this) : null;
        };
    }
}
