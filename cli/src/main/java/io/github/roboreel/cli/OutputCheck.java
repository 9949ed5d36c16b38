package io.github.roboreel.cli;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.OutputExistsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds out before anything is simulated whether all runs can be written. */
final class OutputCheck {
    private OutputCheck() {}

    /**
     * Makes the env's folder when it is not there.
     *
     * @throws OutputExistsException when one of the runs is there already; nothing was touched
     * @throws BadArgumentException when the folder cannot be written
     */
    static void requireRoomFor(RecordPlan plan) {
        Path envFolder = plan.envFolder();
        for (int run = 0; run < plan.numRuns(); run++) {
            for (String name : filesOf(run)) {
                Path file = envFolder.resolve(name);
                if (Files.exists(file)) {
                    throw new OutputExistsException(file);
                }
            }
        }
        requireWritable(envFolder);
    }

    private static List<String> filesOf(int run) {
        String runFile = EpisodeId.runFileName(run);
        return List.of(runFile, runFile + ".creating", EpisodeId.stagingFileName(run));
    }

    private static void requireWritable(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, "writable", ".tmp"));
        } catch (IOException e) {
            throw new BadArgumentException(
                    "the output folder "
                            + folder
                            + " cannot be written ("
                            + e
                            + "); choose another with --output-dir or mend its permissions",
                    e);
        }
    }
}
