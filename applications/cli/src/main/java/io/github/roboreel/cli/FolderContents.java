package io.github.roboreel.cli;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
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

    static FolderContents read(Path folder) throws IOException {
        List<EnvFolder> found = ResultFolder.open(folder).envs();
        if (found.isEmpty()) {
            throw RoboReelException.badArgument(
                    "%s holds no env folder with run files; give an output folder or a run file", folder);
        }
        List<Env> envs = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (EnvFolder env : found) {
            List<RunContents> runs = runs(env, problems);
            if (!runs.isEmpty()) {
                envs.add(new Env(env.name(), runs));
            }
        }
        return new FolderContents(folder, envs, problems);
    }

    private static List<RunContents> runs(EnvFolder env, List<String> problems) {
        List<RunContents> runs = new ArrayList<>();
        for (RunFile file : env.runs()) {
            try {
                RunContents run = RunContents.read(file.path());
                runs.add(run);
                problems.addAll(run.problems());
            } catch (IOException e) {
                problems.add(Sentence.reasonOf(e));
            }
        }
        return runs;
    }
}
