package io.github.roboreel.tools.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.RunComplete;
import io.github.roboreel.recorder.hdf5.read.IsolatedRunReader;
import io.github.roboreel.tools.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

/**
 * The folder of one env: its run files, logs, videos and configuration. A picture of the moment it was listed.
 * Immutable.
 *
 * @param path the folder
 * @param config {@code env_cfg.json}; a missing node when it is not there or not readable; not to be changed
 * @param runComplete {@code run_complete.json}, when all runs were done
 * @param runs run files by index, then the legacy file
 * @param logs event logs, by run and env
 * @param videos videos, by run and env
 */
public record EnvFolder(
        Path path,
        JsonNode config,
        Optional<RunComplete> runComplete,
        List<RunFile> runs,
        List<LogFile> logs,
        List<VideoFile> videos) {
    /** Time between two steps where no configuration says it, s; RoboLab's default. */
    public static final double DEFAULT_DT_SECONDS = 1.0 / 15;

    /** Copies the lists and sorts them, since files of an episode are searched for by their run. */
    public EnvFolder {
        runs = sorted(runs, EnvFolder::number);
        logs = sorted(logs, LogFile::number);
        videos = sorted(videos, VideoFile::run);
    }

    private static <T> List<T> sorted(List<T> files, ToIntFunction<T> number) {
        return files.stream().sorted(Comparator.comparingInt(number)).toList();
    }

    /** Those of one number in a list that is sorted by it. */
    private static <T> List<T> of(int number, List<T> files, ToIntFunction<T> numberOf) {
        int low = 0;
        int high = files.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (numberOf.applyAsInt(files.get(middle)) < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int end = low;
        while (end < files.size() && numberOf.applyAsInt(files.get(end)) == number) {
            end++;
        }
        return files.subList(low, end);
    }

    /** The legacy file has none and comes last. */
    private static int number(RunFile file) {
        return file.run().orElse(Integer.MAX_VALUE);
    }

    static EnvFolder missing(Path path) {
        return new EnvFolder(path, MissingNode.getInstance(), Optional.empty(), List.of(), List.of(), List.of());
    }

    /** Name of the env. */
    public String name() {
        return path.getFileName().toString();
    }

    /** Where the configuration is or should be. */
    public Path configFile() {
        return path.resolve(RunFolder.ENV_CONFIG);
    }

    /** Time between two steps, {@code sim.dt * decimation}, s. */
    public OptionalDouble dtSeconds() {
        return product(config.path("sim").path("dt"), config.path("decimation"));
    }

    /** Time between two steps, s; {@link #DEFAULT_DT_SECONDS} when the configuration is missing. */
    public double dtSecondsOrDefault() {
        return dtSeconds().orElse(DEFAULT_DT_SECONDS);
    }

    /** Time between two video frames, {@code sim.dt * sim.render_interval}, s. */
    public OptionalDouble frameSeconds() {
        JsonNode interval = config.path("sim").path("render_interval");
        return interval.isNumber() ? product(config.path("sim").path("dt"), interval) : dtSeconds();
    }

    private static OptionalDouble product(JsonNode a, JsonNode b) {
        OptionalDouble left = Json.number(a);
        OptionalDouble right = Json.number(b);
        boolean positive = left.orElse(0) > 0 && right.orElse(0) > 0;
        return positive ? OptionalDouble.of(left.getAsDouble() * right.getAsDouble()) : OptionalDouble.empty();
    }

    /** Environments per run as the configuration of the latest recording has it. */
    public OptionalInt numEnvs() {
        OptionalInt top = Json.integer(config.path("num_envs"));
        OptionalInt numEnvs =
                top.isPresent() ? top : Json.integer(config.path("scene").path("num_envs"));
        return numEnvs.orElse(0) > 0 ? numEnvs : OptionalInt.empty();
    }

    /** Who wrote it. Looks into the run files until one is readable. */
    public FolderKind kind() {
        if (runComplete.flatMap(r -> box(r.formatVersion())).isPresent()) {
            return FolderKind.ROBOREEL;
        }
        for (RunFile run : runs) {
            try (IsolatedRunReader reader = IsolatedRunReader.open(run.path())) {
                boolean ours = reader.attributes().containsKey(AttributeNames.FORMAT_VERSION);
                return ours ? FolderKind.ROBOREEL : foreignKind();
            } catch (IOException e) {
                continue;
            }
        }
        return foreignKind();
    }

    private static Optional<Integer> box(OptionalInt number) {
        return number.isPresent() ? Optional.of(number.getAsInt()) : Optional.empty();
    }

    private FolderKind foreignKind() {
        boolean legacy = !runs.isEmpty() && runs.stream().allMatch(RunFile::isLegacy);
        return legacy ? FolderKind.LEGACY : FolderKind.ROBOLAB;
    }

    /** The run file of a run. */
    public Optional<RunFile> run(int run) {
        return of(run, runs, EnvFolder::number).stream()
                .filter(r -> !r.isLegacy())
                .findFirst();
    }

    /** The legacy file. */
    public Optional<RunFile> legacyRun() {
        return runs.stream().filter(RunFile::isLegacy).findFirst();
    }

    /**
     * Where an episode's data should be: {@code demo_<env>} of its run's file, or {@code demo_<episode>} of the legacy
     * file.
     *
     * @return empty when the record has neither a run and env nor an episode number that names it
     */
    public Optional<DemoLocation> demoOf(EpisodeRecord episode) {
        boolean inRunFile = episode.run().isPresent()
                && episode.envId().isPresent()
                && (legacyRun().isEmpty()
                        || episode.hasOwnPlace()
                                && run(episode.run().getAsInt()).isPresent());
        if (inRunFile) {
            Path file = path.resolve(RunFolder.runFile(episode.run().getAsInt()));
            return Optional.of(
                    new DemoLocation(file, DemoPaths.demo(episode.envId().getAsInt())));
        }
        return legacyRun()
                .filter(legacy -> episode.episode().isPresent())
                .map(l -> new DemoLocation(
                        l.path(), DemoPaths.demo(episode.episode().getAsInt())));
    }

    /** The event log of an episode, in the present or a legacy name. */
    public Optional<LogFile> logOf(EpisodeRecord episode) {
        Optional<LogFile> present = episode.run().isPresent() && episode.envId().isPresent()
                ? logOf(episode.run().getAsInt(), episode.envId())
                : Optional.empty();
        return present.or(() -> legacyLog(episode));
    }

    /**
     * The event log of a demo.
     *
     * @param number the number in the demo's name: the env, or the episode in a legacy file
     */
    public Optional<LogFile> logOf(RunFile file, int number) {
        return file.isLegacy()
                ? logOf(number, OptionalInt.empty())
                : logOf(file.run().getAsInt(), OptionalInt.of(number));
    }

    /** Older recorders numbered logs by episode, which was also the run of a lone env. */
    private Optional<LogFile> legacyLog(EpisodeRecord episode) {
        return episode.episode().isPresent()
                ? logOf(episode.episode().getAsInt(), OptionalInt.empty())
                : Optional.empty();
    }

    /**
     * The event log with these numbers in its name.
     *
     * @param number the run, in a legacy name the run or the episode
     * @param envId the env; empty when the name has none
     */
    public Optional<LogFile> logOf(int number, OptionalInt envId) {
        return of(number, logs, LogFile::number).stream()
                .filter(log -> log.envId().equals(envId))
                .findFirst();
    }

    /** Videos of a run, by env. */
    public List<VideoFile> videosOf(int run) {
        return of(run, videos, VideoFile::run);
    }

    /** Videos of an episode; those of a lone env have no env in their name. */
    public List<VideoFile> videosOf(EpisodeRecord episode) {
        if (episode.run().isEmpty()) {
            return List.of();
        }
        return videosOf(episode.run().getAsInt()).stream()
                .filter(v -> v.envId().isEmpty() || v.envId().equals(episode.envId()))
                .toList();
    }
}
