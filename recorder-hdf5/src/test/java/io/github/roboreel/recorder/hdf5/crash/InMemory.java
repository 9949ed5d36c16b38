package io.github.roboreel.recorder.hdf5.crash;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Folders of tests that force thousands of files to a disk, which need not be one. */
final class InMemory implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws Exception {
        Path memory = Path.of("/dev/shm");
        boolean isThere = Files.isDirectory(memory) && Files.isWritable(memory);
        return isThere ? Files.createTempDirectory(memory, "roboreel") : Files.createTempDirectory("roboreel");
    }
}
