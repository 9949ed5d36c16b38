package io.github.roboreel.recordings.folder;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.NewerFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * An output folder: its results and its env folders, written by RoboReel, RoboLab or an older RoboLab. A picture of the
 * moment it was opened; run files are opened by those who want their data. Immutable.
 */
public final class ResultFolder {
    /** Metrics that older recorders kept beside the results. */
    public static final String SIDE_METRICS = SideMetrics.NAME;

    private final Path path;
    private final String name;
    private final Optional<Path> resultsFile;
    private final List<EpisodeRecord> episodes;
    private final Map<String, EnvFolder> envs;

    /** Those that lines name and that are not there: each is asked for with every line. */
    private final Map<String, EnvFolder> missing = new ConcurrentHashMap<>();

    private final SideMetrics sideMetrics;
    private final Annotations annotations;
    private final List<FileFault> problems;

    private ResultFolder(
            Path path,
            String name,
            Optional<Path> resultsFile,
            List<EpisodeRecord> episodes,
            Map<String, EnvFolder> envs,
            SideMetrics sideMetrics,
            Annotations annotations,
            List<FileFault> problems) {
        this.path = path;
        this.name = name;
        this.resultsFile = resultsFile;
        this.episodes = List.copyOf(episodes);
        this.envs = envs;
        this.sideMetrics = sideMetrics;
        this.annotations = annotations;
        this.problems = List.copyOf(problems);
    }

    /**
     * Reads the results and lists the env folders. What is damaged is in {@link #problems}, and the rest is there.
     *
     * @throws NewerFormatException when {@code run_complete.json} or a result line is of a newer version
     * @throws IOException when there is no such folder or it cannot be listed
     */
    public static ResultFolder open(Path path) throws IOException {
        List<FileFault> problems = new ArrayList<>();
        Map<String, EnvFolder> envs = envFolders(path, problems);
        Optional<Path> resultsFile = resultsFile(path, problems);
        return of(path, resultsFile, episodes(resultsFile, envs, problems), envs, problems, problems);
    }

    private static List<EpisodeRecord> episodes(
            Optional<Path> resultsFile, Map<String, EnvFolder> envs, List<FileFault> problems) throws IOException {
        return resultsFile.isPresent() ? ResultsReader.read(resultsFile.get(), envs, problems) : List.of();
    }

    /** @param sideProblems of the files beside the results, which are read here */
    private static ResultFolder of(
            Path path,
            Optional<Path> resultsFile,
            List<EpisodeRecord> episodes,
            Map<String, EnvFolder> envs,
            List<FileFault> problems,
            List<FileFault> sideProblems)
            throws IOException {
        SideMetrics sideMetrics = SideMetrics.read(path.resolve(SideMetrics.NAME), sideProblems);
        Annotations annotations = Annotations.read(path, sideProblems);
        return new ResultFolder(path, path.toString(), resultsFile, episodes, envs, sideMetrics, annotations, problems);
    }

    /**
     * Lists the env folders and leaves the results to the caller, who reads them as they come.
     *
     * @throws NewerFormatException when {@code run_complete.json} is of a newer version
     * @throws IOException when there is no such folder or it cannot be listed
     */
    public static GrowingResults growing(Path path) throws IOException {
        List<FileFault> problems = new ArrayList<>();
        Map<String, EnvFolder> envs = envFolders(path, problems);
        Optional<Path> resultsFile = resultsFile(path, problems);
        List<FileFault> sideProblems = new ArrayList<>();
        ResultFolder folder = of(path, resultsFile, List.of(), envs, problems, sideProblems);
        return new GrowingResults(folder, resultsFile.map(file -> new ResultsReader(file, envs)), sideProblems);
    }

    /**
     * The folder that a run file lies in, with this run alone and what the results say of it.
     *
     * @param runFile {@code <folder>/<ENV>/run_<i>.hdf5}, or the legacy {@code data.hdf5}
     * @throws NewerFormatException as {@link #open}
     * @throws IOException when its folder cannot be listed
     */
    public static ResultFolder ofRun(Path runFile) throws IOException {
        Path file = runFile.toAbsolutePath().normalize();
        Path envPath = file.getParent();
        Path path = envPath.getParent() == null ? envPath : envPath.getParent();
        List<FileFault> problems = new ArrayList<>();
        Map<String, EnvFolder> envs = new TreeMap<>();
        new EnvFolderReader(path, problems)
                .read(envPath)
                .map(env -> env.withOnly(file))
                .ifPresent(env -> envs.put(env.name(), env));
        Optional<Path> resultsFile = resultsFile(path, problems);
        List<EpisodeRecord> own = episodes(resultsFile, envs, problems).stream()
                .filter(line -> envs.containsKey(line.envName()))
                .filter(line -> envs.get(line.envName()).demoOf(line).stream()
                        .anyMatch(at -> at.file().equals(file)))
                .toList();
        return of(path, resultsFile, own, envs, problems, problems);
    }

    private static Map<String, EnvFolder> envFolders(Path path, List<FileFault> problems) throws IOException {
        if (!Files.isDirectory(path)) {
            throw new NotDirectoryException(path.toString());
        }
        EnvFolderReader reader = new EnvFolderReader(path, problems);
        Map<String, EnvFolder> envs = new TreeMap<>();
        for (Path folder : FolderEntries.folders(path)) {
            try {
                reader.read(folder).ifPresent(env -> envs.put(env.name(), env));
            } catch (NewerFormatException e) {
                throw e;
            } catch (IOException e) {
                problems.add(FileFault.leftOut(
                        folder, "cannot be listed (" + Sentence.reasonOf(e) + ")", "check its permissions"));
            }
        }
        return envs;
    }

    private static Optional<Path> resultsFile(Path path, List<FileFault> problems) {
        List<Path> files = Stream.of(RunFolder.RESULTS, RunFolder.LEGACY_RESULTS)
                .map(path::resolve)
                .filter(Files::exists)
                .toList();
        files.stream()
                .filter(file -> !Files.isRegularFile(file))
                .map(FileFault::noRegularFile)
                .forEach(problems::add);
        return files.stream().filter(Files::isRegularFile).findFirst();
    }

    /** The folder. */
    public Path path() {
        return path;
    }

    /** What results call the folder: its path, unless {@link #named(String)} said otherwise. */
    public String name() {
        return name;
    }

    /** The same folder, which results call by that name, files in it and its problems too. */
    public ResultFolder named(String other) {
        List<FileFault> own =
                problems.stream().map(problem -> problem.renamed(path, other)).toList();
        return new ResultFolder(path, other, resultsFile, episodes, envs, sideMetrics, annotations, own);
    }

    /** A fault of a file of this folder, with the name that results have for it. */
    public FileFault named(FileFault fault) {
        return fault.renamed(path, name);
    }

    /** The results file that was read. */
    public Optional<Path> resultsFile() {
        return resultsFile;
    }

    /** The results, in the file's order, repeated ones included. */
    public List<EpisodeRecord> episodes() {
        return episodes;
    }

    /** What people noted about the episodes. */
    public Annotations annotations() {
        return annotations;
    }

    /** The env folders, by name. */
    public List<EnvFolder> envs() {
        return List.copyOf(envs.values());
    }

    /** The env folder of a name. */
    public Optional<EnvFolder> env(String name) {
        return Optional.ofNullable(envs.get(name));
    }

    /** The env folder of an episode; one without files when it is not there. */
    public EnvFolder envOf(EpisodeRecord episode) {
        return envOrMissing(episode.envName());
    }

    /** The env folder of a name; one without files when it is not there. */
    public EnvFolder envOrMissing(String name) {
        EnvFolder env = envs.get(name);
        return env == null ? missing.computeIfAbsent(name, n -> EnvFolder.missing(pathOf(n))) : env;
    }

    /** In a locale that lacks a letter of the name the JVM has no path for it. */
    private Path pathOf(String envName) {
        try {
            return path.resolve(envName);
        } catch (InvalidPathException e) {
            return path.resolve("(a name that this locale cannot write)");
        }
    }

    /** Whether there is neither a result nor an env folder. */
    public boolean isEmpty() {
        return episodes.isEmpty() && envs.isEmpty();
    }

    /** What could not be read or is doubtful, files in the order they were read. */
    public List<FileFault> problems() {
        return problems;
    }

    /** Whether the recorder of the last result line died while it wrote it. */
    public boolean endsInTornLine() {
        return problems.stream().anyMatch(problem -> problem.problem().equals(ResultsReader.TORN));
    }

    /** Those of the problems that concern files of an env folder. */
    public List<FileFault> problemsOf(EnvFolder env) {
        return problems.stream().filter(p -> p.file().startsWith(env.path())).toList();
    }

    /** A metric of an episode: its line's, else that of {@code episode_metrics.json}. */
    public OptionalDouble metric(EpisodeRecord episode, String name) {
        OptionalDouble own = episode.metric(name);
        return own.isPresent() ? own : sideMetrics.of(episode, name);
    }

    /** Time between two steps as {@link StepPeriod} has it, s; the demo is not looked at. */
    public OptionalDouble dtSeconds(EpisodeRecord episode) {
        return StepPeriod.known(envOf(episode), Map.of(), episode.dtSeconds());
    }

    /** Duration of an episode: its line's, that of the side file, else steps times dt, s. */
    public OptionalDouble durationSeconds(EpisodeRecord episode) {
        OptionalDouble own = episode.durationSeconds();
        OptionalDouble stored = own.isPresent() ? own : sideMetrics.of(episode, "duration");
        if (stored.isPresent() || episode.episodeStep().isEmpty()) {
            return stored;
        }
        OptionalDouble dt = dtSeconds(episode);
        return dt.isPresent()
                ? OptionalDouble.of(episode.episodeStep().getAsInt() * dt.getAsDouble())
                : OptionalDouble.empty();
    }

    /** The results of each env, in the order in which the file first names it. */
    public Map<String, List<EpisodeRecord>> episodesByEnv() {
        Map<String, List<EpisodeRecord>> byEnv = new LinkedHashMap<>();
        episodes.forEach(e ->
                byEnv.computeIfAbsent(e.envName(), name -> new ArrayList<>()).add(e));
        return byEnv;
    }

    /** Metrics that older recorders kept beside the results; they fill what a result line lacks. */
    static final class SideMetrics {
        static final String NAME = "episode_metrics.json";

        private final Map<String, JsonNode> byEpisode;

        private SideMetrics(Map<String, JsonNode> byEpisode) {
            this.byEpisode = byEpisode;
        }

        static SideMetrics read(Path file, List<FileFault> problems) {
            Map<String, JsonNode> byEpisode = new HashMap<>();
            if (Files.isRegularFile(file)) {
                try {
                    LenientJson.read(file).forEach(e -> byEpisode.putIfAbsent(key(e.path("env_name"), e), e));
                } catch (IOException e) {
                    problems.add(FileFault.leftOut(
                            file,
                            "is not JSON (" + LenientJson.reason(e) + ")",
                            "recompute the metrics with: " + Operation.METRICS.command()));
                }
            }
            return new SideMetrics(byEpisode);
        }

        private static String key(JsonNode envName, JsonNode element) {
            return LenientJson.integer(element.path("episode")).orElse(-1) + " " + envName.asText();
        }

        OptionalDouble of(EpisodeRecord episode, String field) {
            if (byEpisode.isEmpty()) {
                return OptionalDouble.empty();
            }
            String key = episode.episode().orElse(-2) + " " + episode.envName();
            JsonNode element = byEpisode.get(key);
            return element == null ? OptionalDouble.empty() : LenientJson.number(element.path(field));
        }
    }
}
