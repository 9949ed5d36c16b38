package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.tools.NewFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that the user asked to have written; there is none yet.
 *
 * @param path where
 */
public record NewFile(Path path) {
    /** Refuses, before any work is done, a file that exists or a folder that does not. */
    public static NewFile requireNew(Path path) {
        if (Files.exists(path)) {
            throw RoboReelException.badArgument("%s exists and is never overwritten; name another file", path);
        }
        Path folder = path.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw RoboReelException.badArgument(
                    "%s cannot be written: there is no folder %s; make it first", path, folder);
        }
        return new NewFile(path);
    }

    /** Writes it whole or not at all. */
    public void write(String text) throws IOException {
        NewFileWriter.write(path, out -> out.write(text));
    }
}
