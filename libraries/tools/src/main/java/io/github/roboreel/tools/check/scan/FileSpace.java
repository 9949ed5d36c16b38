package io.github.roboreel.tools.check.scan;

import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Dead space of a run file.
 *
 * @param bytes its size
 * @param deadBytes bytes of it that hold nothing any more, or more where that is too little to be mentioned
 */
public record FileSpace(long bytes, long deadBytes) {
    /** Below this there is nothing to say of it. */
    private static final double MENTIONED_SHARE = 0.1;

    static final FileSpace UNKNOWN = new FileSpace(0, 0);

    /** Whether a user wants to know of it. */
    public boolean isWasteful() {
        return deadBytes > MENTIONED_SHARE * bytes;
    }

    /** In whole percent. */
    public long deadPercent() {
        return Math.round(100.0 * deadBytes / bytes);
    }

    /**
     * That of an open run file, by whichever reader has it open.
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
