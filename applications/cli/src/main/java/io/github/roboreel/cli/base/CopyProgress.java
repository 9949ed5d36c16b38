package io.github.roboreel.cli.base;

import io.github.roboreel.recorder.hdf5.recover.RecoveryProgress;
import java.nio.file.Path;

/** Shows how far recoveries are, in megabytes of each new run file. */
final class CopyProgress implements RecoveryProgress, AutoCloseable {
    private static final long MEGABYTE = 1_000_000;

    private final StepProgress shown;
    private Path current;
    private long shownMegabytes;

    CopyProgress(Terminal terminal) {
        shown = StepProgress.of(terminal, false, "MB");
    }

    @Override
    public void copied(Path runFile, long bytes, long ofBytes) {
        if (ofBytes == 0) {
            return;
        }
        if (!runFile.equals(current)) {
            current = runFile;
            shownMegabytes = 0;
            shown.phase("recovering " + runFile.getFileName(), ofBytes / MEGABYTE);
        }
        shown.advanced(bytes / MEGABYTE - shownMegabytes);
        shownMegabytes = bytes / MEGABYTE;
    }

    @Override
    public void close() {
        shown.close();
    }
}
