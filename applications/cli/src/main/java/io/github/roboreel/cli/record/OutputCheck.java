package io.github.roboreel.cli.record;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds out before anything is simulated whether files can be written. */
final class OutputCheck {
    private OutputCheck() {}

    /**
     * Makes the folder when it is not there.
     *
     * @throws RoboReelException when it cannot be written
     */
    static void requireWritable(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, "writable", ".tmp"));
        } catch (IOException e) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    Sentence.of(
                            "the output folder %s cannot be written (%s); choose another with --output-dir or mend its "
                                    + "permissions",
                            folder, Sentence.reasonOf(e)),
                    e);
        }
    }
}
