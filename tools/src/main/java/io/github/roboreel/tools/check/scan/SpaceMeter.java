package io.github.roboreel.tools.check.scan;

import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Measures dead space of open run files, by whichever reader has one open. */
final class SpaceMeter {
    private SpaceMeter() {}

    /**
     * Of a file.
     *
     * @param storedBytes what the values of its datasets take
     * @return unknown where the reader cannot tell, or the file does not read
     */
    static FileSpace of(RunReader run, Path file, long storedBytes) {
        try {
            long bytes = Files.size(file);
            if (run instanceof Hdf5RunReader library) {
                FileSpace most = new FileSpace(bytes, library.mostDeadBytes(storedBytes));
                return most.isWasteful() ? new FileSpace(bytes, library.deadBytes()) : most;
            }
            OptionalLong dead = run.deadSpace();
            return dead.isPresent() ? new FileSpace(bytes, dead.getAsLong()) : FileSpace.UNKNOWN;
        } catch (IOException e) {
            return FileSpace.UNKNOWN;
        }
    }
}
