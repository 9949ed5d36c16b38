package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.Annotation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known of an episode besides its arrays. Immutable.
 *
 * @param file the run file it is in
 * @param demo name of its group there, for example {@code demo_3}
 * @param envName name of the environment
 * @param run index of the run
 * @param env index of the environment in the run
 * @param episode number in its env folder
 * @param instruction what the policy was told
 * @param policy who acted
 * @param ending how it ended
 * @param success the verdict; empty when it was not judged
 * @param score final score, 0 to 1
 * @param seed of the episode
 * @param dtSeconds time between two steps, s
 * @param metrics by name; undefined ones are left out
 * @param attributes free attributes of the episode: Long, Double, Boolean or String by name
 * @param videos of the episode by camera, without an extension
 * @param environmentConfig {@code env_cfg.json} as text; empty without one
 * @param annotation what was noted about it; empty where nothing was
 * @param lineValues free attributes and fields of its line in the results, as text; empty where it has no line
 */
public record EpisodeFacts(
        Path file,
        String demo,
        String envName,
        int run,
        int env,
        int episode,
        String instruction,
        Optional<String> policy,
        Ending ending,
        Optional<Boolean> success,
        OptionalDouble score,
        OptionalLong seed,
        double dtSeconds,
        Map<String, Double> metrics,
        Map<String, Object> attributes,
        Map<String, List<Path>> videos,
        String environmentConfig,
        Optional<Annotation> annotation,
        Map<String, String> lineValues) {
    /** What the paths of videos begin with. */
    public static final String VIDEOS = "videos/";

    /** How an episode ended. */
    public enum Ending {
        /** By success or failure: the task itself was over. */
        TERMINATED,
        /** By the limit of time, or because it was stopped. */
        TRUNCATED,
        /** Its recorder died, it was broken off, or it is being recorded: what is there is true, but not all of it. */
        INCOMPLETE;

        /** The text written to files, for example {@code terminated}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The ending of a label; empty when there is none, and of null. */
        public static Optional<Ending> of(String label) {
            return Arrays.stream(values())
                    .filter(ending -> ending.label().equals(label))
                    .findFirst();
        }
    }

    /** Copies the maps, keeping their order. */
    public EpisodeFacts {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
        videos = Collections.unmodifiableMap(new LinkedHashMap<>(videos));
        lineValues = Map.copyOf(lineValues);
    }

    /** Of an episode without an annotation and without a line. */
    public EpisodeFacts(
            Path file,
            String demo,
            String envName,
            int run,
            int env,
            int episode,
            String instruction,
            Optional<String> policy,
            Ending ending,
            Optional<Boolean> success,
            OptionalDouble score,
            OptionalLong seed,
            double dtSeconds,
            Map<String, Double> metrics,
            Map<String, Object> attributes,
            Map<String, List<Path>> videos,
            String environmentConfig) {
        this(
                file,
                demo,
                envName,
                run,
                env,
                episode,
                instruction,
                policy,
                ending,
                success,
                score,
                seed,
                dtSeconds,
                metrics,
                attributes,
                videos,
                environmentConfig,
                Optional.empty(),
                Map.of());
    }

    /**
     * What filters compare with the values asked for, as text: a free attribute, a field of its line in the results, or
     * what else is known under the name of such a field.
     */
    public Optional<String> value(String name) {
        return Optional.ofNullable(lineValues.get(name))
                .or(() -> Optional.ofNullable(attributes.getOrDefault(name, fields().get(name)))
                        .map(Object::toString));
    }

    /** Names that {@link #value} knows. */
    public Set<String> valueNames() {
        Set<String> names = new TreeSet<>(attributes.keySet());
        names.addAll(fields().keySet());
        names.addAll(lineValues.keySet());
        return names;
    }

    /** Fields of a result line, of an episode that may have none. */
    private Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("env_name", envName);
        fields.put("run", run);
        fields.put("env_id", env);
        fields.put("episode", episode);
        fields.put("instruction", instruction);
        fields.put("dt", dtSeconds);
        policy.ifPresent(known -> fields.put("policy", known));
        success.ifPresent(known -> fields.put("success", known));
        score.ifPresent(known -> fields.put("score", known));
        return fields;
    }

    /** Paths under which frames of its videos are read, for example {@code videos/sensor}. */
    public List<String> videoPaths() {
        return videos.keySet().stream().map(camera -> VIDEOS + camera).toList();
    }

    /** Whether a path is one of the {@link #videoPaths}. */
    public boolean isVideo(String path) {
        return path.startsWith(VIDEOS) && videos.containsKey(path.substring(VIDEOS.length()));
    }

    /** Whether the environment itself ended the episode at its last step. */
    public boolean isTerminated() {
        return ending == Ending.TERMINATED;
    }

    /** Whether the verdict is success. */
    public boolean isSuccess() {
        return success.orElse(false);
    }

    /** For messages: the file and the group in it. */
    public String where() {
        return file + ", data/" + demo;
    }
}
