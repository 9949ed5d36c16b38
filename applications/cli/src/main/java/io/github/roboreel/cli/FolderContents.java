package io.github.roboreel.cli;

import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.WantedEpisodes;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Contents of the run files of an output folder.
 *
 * @param folder the folder
 * @param envs those that have a run file which could be read
 * @param problems what is missing here because it cannot be read, a sentence each
 */
record FolderContents(Path folder, List<Env> envs, List<String> problems) {
    /**
     * An env folder.
     *
     * @param name of the folder
     * @param runs in the order of their numbers
     */
    record Env(String name, List<RunContents> runs) {}

    /**
     * Of a folder.
     *
     * @param choice of the episodes; run files without one of them are left out
     * @param isWhole whether the fields of every run are wanted, not only of the first of each env
     */
    static FolderContents read(Path path, EpisodeChoice choice, boolean isWhole) throws IOException {
        FolderContents contents = of(path, ResultFolder.open(path), choice, isWhole);
        if (contents.envs().isEmpty() && contents.problems().isEmpty()) {
            throw RoboReelException.badArgument(
                    "%s holds no env folder with run files; give an output folder or a run file", path);
        }
        return contents;
    }

    /**
     * Of a run file in its env folder.
     *
     * @param choice of its episodes
     */
    static FolderContents ofRun(Path path, EpisodeChoice choice) throws IOException {
        FolderContents contents = of(path, ResultFolder.ofRun(path), choice, true);
        if (!contents.envs().isEmpty()) {
            return contents;
        }
        if (!contents.problems().isEmpty()) {
            throw new IOException(contents.problems().get(0));
        }
        throw RoboReelException.badArgument(
                "%s is no run file by its name, so that no episodes can be chosen in it; leave the filters out", path);
    }

    private static FolderContents of(Path path, ResultFolder folder, EpisodeChoice choice, boolean isWhole) {
        List<Env> envs = new ArrayList<>();
        List<String> problems = new ArrayList<>(unreadEnvs(folder));
        WantedEpisodes wanted = new WantedEpisodes(folder, choice);
        for (EnvFolder env : folder.envs()) {
            List<RunContents> runs = wanted.includesEnv(env.name()) ? runs(env, wanted, isWhole, problems) : List.of();
            if (!runs.isEmpty()) {
                envs.add(new Env(env.name(), runs));
            }
        }
        boolean hasRuns = folder.envs().stream().anyMatch(env -> !env.runs().isEmpty());
        if (hasRuns && envs.isEmpty() && problems.isEmpty()) {
            wanted.requireKnownNames();
            throw RoboReelException.badArgument("no episode passes the filters; change them");
        }
        return new FolderContents(path, envs, problems);
    }

    /** What is wrong with the result lines is not for here. */
    private static List<String> unreadEnvs(ResultFolder folder) {
        return ProblemLines.texts(folder.problems().stream()
                .filter(problem -> Files.isDirectory(problem.file()))
                .toList());
    }

    private static List<RunContents> runs(
            EnvFolder env, WantedEpisodes wanted, boolean isWhole, List<String> problems) {
        List<RunContents> runs = new ArrayList<>();
        for (RunFile file : env.runs()) {
            try {
                RunContents run = RunContents.read(file.path(), wanted.filters(env, file));
                problems.addAll(run.problems());
                if (wanted.isAll() || run.hasEpisodes()) {
                    boolean hasFields = runs.stream().anyMatch(RunContents::hasEpisodes);
                    runs.add(isWhole || !hasFields ? run : run.withoutFields());
                }
            } catch (IOException e) {
                problems.add(Sentence.reasonOf(e));
            }
        }
        return runs;
    }
}
