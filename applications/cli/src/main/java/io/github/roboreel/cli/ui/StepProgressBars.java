package io.github.roboreel.cli.ui;

import me.tongfei.progressbar.InteractiveConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** A bar per phase; it is full when the phase went through all steps. */
final class StepProgressBars implements StepProgress {
    private final Terminal terminal;
    private final String unit;
    private ProgressBar bar;

    StepProgressBars(Terminal terminal, String unit) {
        this.terminal = terminal;
        this.unit = unit;
    }

    @Override
    public void phase(String name, long steps) {
        close();
        bar = new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax(steps)
                .setUnit(" " + unit, 1)
                .showSpeed()
                .setStyle(ProgressBars.style())
                .setUpdateIntervalMillis(250)
                .setConsumer(new InteractiveConsoleProgressBarConsumer(terminal.err(), ProgressBars.columns()))
                .build();
    }

    @Override
    public void advanced(long steps) {
        bar.stepBy(steps);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
