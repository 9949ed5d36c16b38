package io.github.roboreel.cli.base;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import me.tongfei.progressbar.InteractiveConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** The look that all bars of progress have on a terminal. */
public final class Bars {
    private static final int MAX_COLUMNS = 120;
    private static final int UPDATE_MILLIS = 250;

    private Bars() {}

    /** A bar as wide as the terminal, that goes from 0 to a number of steps. */
    public static ProgressBarBuilder builder(Terminal terminal, String name, long steps) {
        return new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax(steps)
                .setStyle(style())
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .setConsumer(new InteractiveConsoleProgressBarConsumer(terminal.err(), columns()));
    }

    /** One less than the terminal has: a full line would break, and the next one not replace it. */
    private static int columns() {
        return Math.min(Screen.terminalColumns(), MAX_COLUMNS) - 1;
    }

    private static ProgressBarStyle style() {
        return Charset.defaultCharset().equals(StandardCharsets.UTF_8)
                ? ProgressBarStyle.UNICODE_BLOCK
                : ProgressBarStyle.ASCII;
    }
}
