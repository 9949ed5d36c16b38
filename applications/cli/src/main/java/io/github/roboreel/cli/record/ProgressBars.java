package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.Bars;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.format.fault.Sentence;
import me.tongfei.progressbar.ProgressBar;

/** A bar per run; it is full when every env has used up its steps or ended earlier. */
final class ProgressBars implements Progress {
    private final Terminal terminal;
    private ProgressBar bar;

    ProgressBars(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void update(RunStatus status) {
        if (bar == null) {
            bar = Bars.builder(terminal, status.name(), status.expectedSteps())
                    .hideEta()
                    .build();
        }
        bar.maxHint(status.expectedSteps());
        bar.stepTo(status.steps());
        bar.setExtraMessage(Sentence.of(
                " %.0f steps/s, %d/%d envs, backlog %d%s",
                status.stepsPerSecond(), status.envsRunning(), status.numEnvs(), status.backlog(), status.timeLeft()));
    }

    @Override
    public void finish(RunStatus status) {
        update(status);
        bar.close();
        bar = null;
    }
}
