package io.github.roboreel.dashboard.api;

import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Whether a file is finished, so that what was read of it may be kept. */
public final class Settled {
    /** One that was written to so recently may still grow. */
    private static final Duration AGE = Duration.ofSeconds(10);

    private Settled() {}

    /**
     * Looks at its name and time.
     *
     * @throws IOException when it is not there
     */
    public static boolean is(Path file) throws IOException {
        return !file.toString().endsWith(RunFolder.RECORDING_VIDEO_SUFFIX)
                && Files.getLastModifiedTime(file)
                        .toInstant()
                        .isBefore(Instant.now().minus(AGE));
    }
}
