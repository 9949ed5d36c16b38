package io.github.roboreel.cli.base;

/** A plain line every few seconds, for logs. */
final class StepProgressLines implements StepProgress {
    private static final long INTERVAL_NANOS = 5_000_000_000L;

    private final Terminal terminal;
    private final String unit;
    private String phase = "";
    private long expected;
    private long done;
    private long begunNanos = System.nanoTime();
    private long lastLineNanos = begunNanos;

    StepProgressLines(Terminal terminal, String unit) {
        this.terminal = terminal;
        this.unit = unit;
    }

    @Override
    public void phase(String name, long steps) {
        phase = name;
        expected = steps;
        done = 0;
        begunNanos = System.nanoTime();
    }

    @Override
    public void advanced(long steps) {
        done += steps;
        long now = System.nanoTime();
        if (now - lastLineNanos >= INTERVAL_NANOS) {
            lastLineNanos = now;
            terminal.say(phase + ": " + done + " of " + expected + " " + unit + secondsLeft(now));
        }
    }

    private String secondsLeft(long now) {
        if (done <= 0 || done >= expected) {
            return "";
        }
        double nanosLeft = (double) (now - begunNanos) * (expected - done) / done;
        return ", about " + Math.round(nanosLeft / 1e9) + " s left";
    }

    @Override
    public void close() {}
}
