package io.github.roboreel.cli.base;

import me.tongfei.progressbar.ProgressBar;

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
        bar = Bars.builder(terminal, name, steps)
                .setUnit(" " + unit, 1)
                .showSpeed()
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
