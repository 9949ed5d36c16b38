package io.github.roboreel.cli;

import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
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

    /** @param isWhole whether the fields of every run are wanted, not only of the first of each env */
    static FolderContents read(Path path, boolean isWhole) throws IOException {
        ResultFolder folder = ResultFolder.open(path);
        List<Env> envs = new ArrayList<>();
        List<String> problems = new ArrayList<>(unreadEnvs(folder));
        for (EnvFolder env : folder.envs()) {
            List<RunContents> runs = runs(env, isWhole, problems);
            if (!runs.isEmpty()) {
                envs.add(new Env(env.name(), runs));
            }
        }
        if (envs.isEmpty() && problems.isEmpty()) {
            throw RoboReelException.badArgument(
                    "%s holds no env folder with run files; give an output folder or a run file", path);
        }
        return new FolderContents(path, envs, problems);
    }

    /** What is wrong with the result lines is not for here. */
    private static List<String> unreadEnvs(ResultFolder folder) {
        return ProblemLines.texts(folder.problems().stream()
                .filter(problem -> Files.isDirectory(problem.file()))
                .toList());
    }

    private static List<RunContents> runs(EnvFolder env, boolean isWhole, List<String> problems) {
        List<RunContents> runs = new ArrayList<>();
        for (RunFile file : env.runs()) {
            try {
                RunContents run = RunContents.read(file.path());
                boolean hasFields = runs.stream().anyMatch(RunContents::hasEpisodes);
                runs.add(isWhole || !hasFields ? run : run.withoutFields());
                problems.addAll(run.problems());
            } catch (IOException e) {
                problems.add(Sentence.reasonOf(e));
            }
        }
        return runs;
    }
}
