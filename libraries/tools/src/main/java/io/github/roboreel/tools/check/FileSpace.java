package io.github.roboreel.tools.check;

import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Dead space of a run file.
 *
 * @param bytes its size
 * @param deadBytes bytes of it that hold nothing any more
 */
record FileSpace(long bytes, long deadBytes) {
    /** Below this there is nothing to say of it. */
    private static final double MENTIONED_SHARE = 0.1;

    static final FileSpace UNKNOWN = new FileSpace(0, 0);

    /** Whether a user wants to know of it. */
    boolean isWasteful() {
        return deadBytes > MENTIONED_SHARE * bytes;
    }

    /** In whole percent. */
    long deadPercent() {
        return Math.round(100.0 * deadBytes / bytes);
    }

    /**
     * That of an open run file.
     *
     * @return unknown where the reader cannot tell, or the file does not read
     */
    static FileSpace of(RunReader run, Path file) {
        try {
            long bytes = Files.size(file);
            OptionalLong dead = run.deadSpace();
            return dead.isPresent() ? new FileSpace(bytes, dead.getAsLong()) : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
