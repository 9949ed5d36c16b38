package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.format.fault.Sentence;

/** A plain line every few seconds, for logs. */
final class ProgressLines implements Progress {
    private static final double INTERVAL_SECONDS = 5;

    private final Terminal terminal;
    private double nextLineSeconds = INTERVAL_SECONDS;

    ProgressLines(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void update(RunStatus status) {
        if (status.elapsedSeconds() >= nextLineSeconds) {
            nextLineSeconds = status.elapsedSeconds() + INTERVAL_SECONDS;
            terminal.say(Sentence.of(
                    "%s: %d steps, %.0f steps/s, %d of %d envs running, backlog %d%s",
                    status.name(),
                    status.steps(),
                    status.stepsPerSecond(),
                    status.envsRunning(),
                    status.numEnvs(),
                    status.backlog(),
                    status.timeLeft()));
        }
    }

    @Override
    public void finish(RunStatus status) {
        nextLineSeconds = INTERVAL_SECONDS;
        terminal.say(Sentence.of(
                "%s: %d steps in %.1f s, %.0f steps/s",
                status.name(), status.steps(), status.elapsedSeconds(), status.stepsPerSecond()));
    }
}
