package io.github.roboreel.tools.check;

import io.github.roboreel.tools.folder.EnvFolder;
import java.nio.file.Path;
import java.util.OptionalDouble;

/**
 * Context that the audits of one env folder share.
 *
 * @param env the folder
 * @param isOurs whether RoboReel wrote it, which promises more than others do
 * @param isBeingRecorded whether a recorder is at work in the output folder
 * @param findings where findings go
 */
record Scope(EnvFolder env, boolean isOurs, boolean isBeingRecorded, Findings findings) {
    /** An error where RoboReel wrote the folder, a habit of the recorder elsewhere. */
    void errorIfOurs(Path file, String inside, String problem, String advice) {
        if (isOurs) {
            findings.error(file, inside, problem, advice);
        } else {
            findings.habit(file, inside, problem);
        }
    }

    OptionalDouble dtSeconds() {
        return env.dtSeconds();
    }

    /** Whether two numbers agree within a relative tolerance. */
    static boolean agree(double a, double b, double relative) {
        return Math.abs(a - b) <= relative * Math.max(1e-9, Math.abs(b)) + 1e-9;
    }
}
