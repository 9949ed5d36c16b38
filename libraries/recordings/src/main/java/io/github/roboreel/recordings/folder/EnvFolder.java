package io.github.roboreel.recordings.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The folder of one env: its run files, logs, videos and configuration. A picture of the moment it was listed.
 * Immutable.
 *
 * @param path the folder
 * @param config {@code env_cfg.json}; a missing node when it is not there or not readable; not to be changed
 * @param settings what of the configuration is known by name
 * @param runComplete {@code run_complete.json}, when all runs were done
 * @param runs run files by index, then the legacy file
 * @param logs event logs, by run and env
 * @param videos videos, by run and env
 * @param removed run files and videos that were removed after their upload and are not there
 */
public record EnvFolder(
        Path path,
        JsonNode config,
        EnvConfig settings,
        Optional<RunComplete> runComplete,
        List<RunFile> runs,
        List<LogFile> logs,
        List<VideoFile> videos,
        Set<Path> removed) {
    /** Time between two steps where no configuration says it, s; RoboLab's default. */
    public static final double DEFAULT_DT_SECONDS = 1.0 / 15;

    /**
     * A file with demos.
     *
     * @param path {@code run_<i>.hdf5}, or the legacy {@code data.hdf5}
     * @param run index of the run; empty for the legacy file, whose demos are numbered by episode
     */
    public record RunFile(Path path, OptionalInt run) {
        /** Whether its demos are numbered by episode instead of env. */
        public boolean isLegacy() {
            return run.isEmpty();
        }

        /** The legacy file has no number and comes last. */
        private int number() {
            return run.orElse(Integer.MAX_VALUE);
        }
    }

    /**
     * An event log.
     *
     * @param path {@code log_<run>_env<env>.json} or the legacy {@code log_<n>.json}
     * @param number the run; in a legacy name the run or the episode
     * @param envId index of the environment; empty in a legacy name
     */
    public record LogFile(Path path, int number, OptionalInt envId) {}

    /**
     * A video, as its name describes it.
     *
     * @param path an {@code .mp4} in the env folder
     * @param stem what stands before the run's number: the instruction, made a file name
     * @param run index of the run
     * @param envId index of the environment; empty when the run had only one
     * @param isViewport whether it shows the viewport; otherwise the sensor cameras
     * @param camera the one camera it shows, in names of other recorders
     */
    public record VideoFile(
            Path path, String stem, int run, OptionalInt envId, boolean isViewport, Optional<String> camera) {}

    /**
     * Place where an episode's data should be.
     *
     * @param file the run file; it need not exist
     * @param demo name of the demo group in it
     */
    public record DemoLocation(Path file, String demo) {}

    /** Copies the lists and sorts them, since files of an episode are searched for by their run. */
    public EnvFolder {
        runs = sorted(runs, RunFile::number);
        logs = sorted(logs, LogFile::number);
        videos = sorted(videos, VideoFile::run);
        removed = Set.copyOf(removed);
    }

    /** With the settings that the configuration holds. */
    EnvFolder(
            Path path,
            JsonNode config,
            Optional<RunComplete> runComplete,
            List<RunFile> runs,
            List<LogFile> logs,
            List<VideoFile> videos,
            Set<Path> removed) {
        this(path, config, settings(config), runComplete, runs, logs, videos, removed);
    }

    /** The same folder with one of its run files alone. */
    EnvFolder withOnly(Path runFile) {
        List<RunFile> one =
                runs.stream().filter(run -> run.path().equals(runFile)).toList();
        return new EnvFolder(path, config, settings, runComplete, one, logs, videos, removed);
    }

    private static EnvConfig settings(JsonNode config) {
        return config.isObject() ? LenientJson.bind(config, EnvConfig.class) : EnvConfig.NONE;
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

    /** The folder as it stands now; one without files when it is not there, cannot be listed or is no env folder. */
    public static EnvFolder read(Path path) {
        try {
            return new EnvFolderReader(path.getParent(), new ArrayList<>())
                    .read(path)
                    .orElseGet(() -> missing(path));
        } catch (IOException e) {
            return missing(path);
        }
    }

    static EnvFolder missing(Path path) {
        return new EnvFolder(
                path, MissingNode.getInstance(), Optional.empty(), List.of(), List.of(), List.of(), Set.of());
    }

    /** Name of the env. */
    public String name() {
        return path.getFileName().toString();
    }

    /** Where the configuration is or should be. */
    public Path configFile() {
        return path.resolve(RunFolder.ENV_CONFIG);
    }

    /** Time between two steps as the configuration has it, s. */
    public OptionalDouble dtSeconds() {
        return settings.dtSeconds();
    }

    /** Time between two steps, s; {@link #DEFAULT_DT_SECONDS} when the configuration is missing. */
    public double dtSecondsOrDefault() {
        return dtSeconds().orElse(DEFAULT_DT_SECONDS);
    }

    /**
     * Demos that a run file has places for, as the configuration of the latest recording has it: one per env, unless
     * episodes are continuous.
     */
    public OptionalInt demosPerRun() {
        return settings.demosPerRun();
    }

    /** Whether RoboReel's own simulator was recorded. */
    public boolean isTabletop() {
        return config.path("simulator").asText().equals(EnvConfig.TABLETOP);
    }

    /** Whether its episodes come from a dataset of another format. */
    public boolean isImported() {
        return config.has(EnvConfig.IMPORTED_FROM);
    }

    /**
     * Numbers of runs of which there is something; one may come several times. Videos have no say: whatever ends in
     * digits might be one.
     *
     * @param lines result lines of the env
     */
    public IntStream runNumbers(List<EpisodeRecord> lines) {
        return Stream.of(
                        runs.stream().map(RunFile::run),
                        logs.stream().map(LogFile::number).map(OptionalInt::of),
                        lines.stream().map(EpisodeRecord::run),
                        removedRuns().boxed().map(OptionalInt::of))
                .flatMap(numbers -> numbers)
                .flatMapToInt(OptionalInt::stream);
    }

    /** Numbers of runs whose run file was removed after its upload, from the lowest on. */
    public IntStream removedRuns() {
        return removed.stream()
                .flatMapToInt(file -> RunFolder.runOf(file.getFileName().toString()).stream())
                .sorted();
    }

    /** Whether the run file of a run was removed after its upload. */
    public boolean isRemoved(int run) {
        return removed.contains(path.resolve(RunFolder.runFile(run)));
    }

    /** The run file of a run. */
    public Optional<RunFile> run(int run) {
        return of(run, runs, RunFile::number).stream()
                .filter(r -> !r.isLegacy())
                .findFirst();
    }

    public Optional<RunFile> legacyRun() {
        // It comes last; a folder may have thousands of runs, and this is asked of every episode.
        return runs.isEmpty()
                ? Optional.empty()
                : Optional.of(runs.get(runs.size() - 1)).filter(RunFile::isLegacy);
    }

    /**
     * Where an episode's data should be: {@code demo_<env>} of its run's file, or {@code demo_<episode>} of the legacy
     * file.
     *
     * @return empty when the record has neither a run and env nor an episode number that names it
     */
    public Optional<DemoLocation> demoOf(EpisodeRecord episode) {
        Optional<RunFile> legacy = legacyRun();
        boolean inRunFile = episode.hasPlace()
                && (legacy.isEmpty()
                        || episode.hasOwnPlace()
                                && run(episode.run().getAsInt()).isPresent());
        if (inRunFile) {
            Path file = path.resolve(RunFolder.runFile(episode.run().getAsInt()));
            String demo = DemoPaths.demo(episode.envId().getAsInt());
            return Optional.of(new DemoLocation(file, demo));
        }
        OptionalInt number = episode.episode();
        return number.isEmpty()
                ? Optional.empty()
                : legacy.map(file -> new DemoLocation(file.path(), DemoPaths.demo(number.getAsInt())));
    }

    /** The event log of an episode, in the present or a legacy name. */
    public Optional<LogFile> logOf(EpisodeRecord episode) {
        Optional<LogFile> present =
                episode.hasPlace() ? logOf(episode.run().getAsInt(), episode.envId()) : Optional.empty();
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
        OptionalInt number = episode.episode();
        return number.isPresent() ? logOf(number.getAsInt(), OptionalInt.empty()) : Optional.empty();
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
    public List<VideoFile> videosOf(EpisodeLine episode) {
        List<VideoFile> ofRun =
                episode.run().isPresent() ? videosOf(episode.run().getAsInt()) : List.of();
        return ofRun.stream()
                .filter(v -> v.envId().isEmpty() || v.envId().equals(episode.envId()))
                .toList();
    }
}
