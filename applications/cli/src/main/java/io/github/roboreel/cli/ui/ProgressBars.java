package io.github.roboreel.cli.ui;

import io.github.roboreel.cli.record.RunStatus;
import io.github.roboreel.format.Sentence;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import me.tongfei.progressbar.InteractiveConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar per run; it is full when every env has used up its steps or ended earlier. */
final class ProgressBars implements Progress {
    private static final int MAX_COLUMNS = 120;

    private final Terminal terminal;
    private ProgressBar bar;

    ProgressBars(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void update(RunStatus status) {
        if (bar == null) {
            bar = new ProgressBarBuilder()
                    .setTaskName(status.name())
                    .setInitialMax(status.expectedSteps())
                    .setStyle(style())
                    .setUpdateIntervalMillis(250)
                    .hideEta()
                    .setConsumer(new InteractiveConsoleProgressBarConsumer(terminal.err(), columns()))
                    .build();
        }
        bar.maxHint(status.expectedSteps());
        bar.stepTo(status.steps());
        bar.setExtraMessage(Sentence.of(
                " %.0f steps/s, %d/%d envs, backlog %d%s",
                status.stepsPerSecond(), status.envsRunning(), status.numEnvs(), status.backlog(), status.timeLeft()));
    }

    /** One less than the terminal has: a full line would break, and the next one not replace it. */
    static int columns() {
        return Math.min(Screen.terminalColumns(), MAX_COLUMNS) - 1;
    }

    static ProgressBarStyle style() {
        return Charset.defaultCharset().equals(StandardCharsets.UTF_8)
                ? ProgressBarStyle.UNICODE_BLOCK
                : ProgressBarStyle.ASCII;
    }

    @Override
    public void finish(RunStatus status) {
        update(status);
        bar.close();
        bar = null;
    }
}
