package io.github.roboreel.systemtests.torture;

import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What of a recording must be there before its kill is due. Files show it, since how long anything takes depends on
 * what else the machine does.
 */
enum KillTrigger {
    /** The process runs, and nothing else is there. */
    PROCESS,
    /** The env's folder. */
    FOLDER,
    /** The staging file. */
    STAGING,
    /** The run file, still without its name. */
    CREATING,
    /** The run file under its name. */
    RUN_FILE,
    /** Steps acknowledged in every env. */
    STEPS,
    /** A result line: the first episode was finalized. */
    FIRST_LINE,
    /** A result line of every env: what is left is to close. */
    ALL_LINES,
    /** The copy that is to take the closed run file's name. */
    COMPACTING;

    /**
     * Whether it has come, or was passed already.
     *
     * @param folder of the recording
     * @param ack its acknowledgements, made before anything else
     * @param plan says whose run's files, and how many steps every env must have acknowledged
     */
    boolean isReached(Path folder, TortureSpec spec, AckFile ack, KillPlan plan) throws IOException {
        Path runFile = TortureSpec.runFile(folder, plan.run());
        return switch (this) {
            case PROCESS -> true;
            case FOLDER -> Files.exists(runFile.getParent());
            case STAGING ->
                Files.exists(runFile.resolveSibling(
                                RunFolder.stagingOf(runFile.getFileName().toString())))
                        || Files.exists(runFile);
            case CREATING ->
                Files.exists(runFile.resolveSibling(runFile.getFileName() + RunFolder.CREATING_SUFFIX))
                        || Files.exists(runFile);
            case RUN_FILE -> Files.exists(runFile);
            case STEPS -> spec.hasAcknowledged(ack, plan.killStep());
            case FIRST_LINE -> lines(folder) >= 1;
            case ALL_LINES -> lines(folder) >= spec.numEnvs();
            case COMPACTING -> Files.exists(TortureSpec.compacting(folder, plan.run()));
        };
    }

    private static long lines(Path folder) throws IOException {
        Path results = folder.resolve(RunFolder.RESULTS);
        if (!Files.exists(results)) {
            return 0;
        }
        long lines = 0;
        for (byte b : Files.readAllBytes(results)) {
            lines += b == '\n' ? 1 : 0;
        }
        return lines;
    }
}
