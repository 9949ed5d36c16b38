package io.github.roboreel.cli.ui;

/** A plain line every few seconds, for logs. */
final class StepProgressLines implements StepProgress {
    private static final long INTERVAL_NANOS = 5_000_000_000L;

    private final Terminal terminal;
    private String phase = "";
    private long expected;
    private long done;
    private long lastLineNanos = System.nanoTime();

    StepProgressLines(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void phase(String name, long steps) {
        phase = name;
        expected = steps;
        done = 0;
    }

    @Override
    public void advanced(long steps) {
        done += steps;
        long now = System.nanoTime();
        if (now - lastLineNanos >= INTERVAL_NANOS) {
            lastLineNanos = now;
            terminal.say(phase + ": " + done + " of " + expected + " steps");
        }
    }

    @Override
    public void close() {}
}
