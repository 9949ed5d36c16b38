package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.Annotation;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

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
        Optional<Annotation> annotation) {
    /** What the paths of videos begin with. */
    public static final String VIDEOS = "videos/";

    /** How an episode ended. */
    public enum Ending {
        /** By success or failure: the task itself was over. */
        TERMINATED,
        /** By the limit of time, or because it was stopped. */
        TRUNCATED,
        /** Its recorder died, it was broken off, or it is being recorded: what is there is true, but not all of it. */
        INCOMPLETE
    }

    /** Copies the maps, keeping their order. */
    public EpisodeFacts {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
        videos = Collections.unmodifiableMap(new LinkedHashMap<>(videos));
    }

    /** Of an episode without an annotation. */
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
                Optional.empty());
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
