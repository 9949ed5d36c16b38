package io.github.roboreel.cli.base;

import io.github.roboreel.dataset.ExportProgress;

/** Shows how an export or import gets on. For the thread that does it. */
public interface StepProgress extends ExportProgress, AutoCloseable {
    /** Shows nothing. */
    StepProgress NONE = new StepProgress() {
        @Override
        public void phase(String name, long steps) {}

        @Override
        public void advanced(long steps) {}

        @Override
        public void close() {}
    };

    /** Ends what is shown. */
    @Override
    void close();

    /** What suits the terminal. */
    static StepProgress of(Terminal terminal, boolean quiet) {
        return of(terminal, quiet, "steps");
    }

    /** The same of work that is counted otherwise, for example in folders. */
    static StepProgress of(Terminal terminal, boolean quiet, String unit) {
        if (quiet) {
            return NONE;
        }
        return terminal.isInteractive() ? new StepProgressBars(terminal, unit) : new StepProgressLines(terminal, unit);
    }
}
