package io.github.roboreel.cli.base;

import io.github.roboreel.dataset.ExportProgress;
import java.util.concurrent.CancellationException;

/** Between two blocks of rows is a good moment to give up, when the user asked for it. */
public final class BreakableProgress implements ExportProgress {
    private final ExportProgress shown;
    private final Interruption interruption;

    public BreakableProgress(ExportProgress shown, Interruption interruption) {
        this.shown = shown;
        this.interruption = interruption;
    }

    /**
     * {@inheritDoc}
     *
     * @throws CancellationException when the process was asked to end
     */
    @Override
    public void phase(String name, long steps) {
        requireWanted();
        shown.phase(name, steps);
    }

    /**
     * {@inheritDoc}
     *
     * @throws CancellationException when the process was asked to end
     */
    @Override
    public void advanced(long steps) {
        requireWanted();
        shown.advanced(steps);
    }

    private void requireWanted() {
        if (interruption.isRequested()) {
            throw new CancellationException("interrupted");
        }
    }
}
