package io.github.roboreel.tools.plot;

import java.awt.Color;
import java.awt.Stroke;

/** How an episode ended, as plots show it. */
enum Verdict {
    SUCCESS("success", Style.GREEN),
    FAILURE("failure", Style.VERMILLION),
    UNKNOWN("no verdict", Style.GRAY);

    private final String label;
    private final Color color;

    Verdict(String label, Color color) {
        this.label = label;
        this.color = color;
    }

    /** From a result line's {@code success}; null when it was never judged. */
    static Verdict of(Boolean success) {
        return success == null ? UNKNOWN : success ? SUCCESS : FAILURE;
    }

    String label() {
        return label;
    }

    /** Failures are dashed, so that they differ without colour too. */
    Stroke stroke() {
        return this == FAILURE ? Style.DASHED : Style.LINE;
    }

    Color color() {
        return color;
    }
}
