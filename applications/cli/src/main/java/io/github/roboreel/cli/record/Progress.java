package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.Terminal;

/** Shows how a run comes along. Called by one thread at a time. */
interface Progress {
    /** Shows nothing. */
    Progress NONE = new Progress() {
        @Override
        public void update(RunStatus status) {}

        @Override
        public void finish(RunStatus status) {}
    };

    /** Called several times a second during the run. */
    void update(RunStatus status);

    /** Called once, when the run's steps are all handed over. */
    void finish(RunStatus status);

    /** What suits the terminal. */
    static Progress forTerminal(Terminal terminal) {
        return terminal.isInteractive() ? new ProgressBars(terminal) : new ProgressLines(terminal);
    }
}
