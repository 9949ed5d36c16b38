package io.github.roboreel.recorder;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * How full the file of a run of continuous episodes is by the bounds on its bytes and on its age. The file is looked at
 * by the sampler, so that no producer makes a call of the system for it.
 */
final class FileFill {
    private static final double MIB = 1 << 20;

    private final Path file;
    private final double maxBytes;
    private final double maxNanos;
    private volatile boolean begun;
    private volatile long begunNanos;
    private volatile double bytesFill;

    /** Of a run that nothing was recorded into yet. */
    FileFill(RecorderConfig config, RunSpec run) {
        file = run.envFolder().resolve(RunFolder.runFile(run.run()));
        maxBytes = bound(config.get(RecorderSettings.FILE_MAX_MB) * MIB, run);
        maxNanos = bound(config.get(RecorderSettings.FILE_MAX_SECONDS) * TimeUnit.SECONDS.toNanos(1), run);
    }

    private static double bound(double given, RunSpec run) {
        return given > 0 && run.isContinuous() ? given : Double.POSITIVE_INFINITY;
    }

    /** Its first episode begins; later calls do nothing. Any thread. */
    void begin() {
        if (!begun) {
            begunNanos = System.nanoTime();
            begun = true;
        }
    }

    /** Whether its bytes are bounded, so that {@link #sample} is to be called now and then. */
    boolean isLookedAt() {
        return Double.isFinite(maxBytes);
    }

    /** Looks at the file. */
    void sample() {
        bytesFill = bytes() / maxBytes;
    }

    /** Bytes of the file; 0 where no sink makes one, or it cannot be seen. */
    long bytes() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    /** 1 or more when no further episode is to begin in it. Any thread. */
    double value() {
        double age = begun ? (System.nanoTime() - begunNanos) / maxNanos : 0;
        return Math.max(age, bytesFill);
    }
}
