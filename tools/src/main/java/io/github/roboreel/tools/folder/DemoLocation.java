package io.github.roboreel.tools.folder;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Place where an episode's data should be.
 *
 * @param file the run file; it need not exist
 * @param demo name of the demo group in it
 */
public record DemoLocation(Path file, String demo) {
    /** Whether the run file is there; the demo may still be missing in it. */
    public boolean fileExists() {
        return Files.isRegularFile(file);
    }
}
