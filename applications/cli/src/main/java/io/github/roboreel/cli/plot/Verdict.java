package io.github.roboreel.cli.plot;

import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import java.awt.Color;
import java.awt.Stroke;
import java.util.Optional;

/** End of an episode, as plots show it. */
enum Verdict {
    SUCCESS("success", PlotLook.GREEN, PlotLook.LINE),
    FAILURE("failure", PlotLook.VERMILLION, PlotLook.DASHED),
    TIME_OUT("time-out", PlotLook.BLUE, PlotLook.DOTTED),
    UNKNOWN("no verdict", PlotLook.GRAY, PlotLook.LINE);

    private final String label;
    private final Color color;
    private final Stroke stroke;

    Verdict(String label, Color color, Stroke stroke) {
        this.label = label;
        this.color = color;
        this.stroke = stroke;
    }

    /** Of a result line. */
    static Verdict of(EpisodeRecord line) {
        return of(line.success(), line.status());
    }

    /**
     * Of a verdict.
     *
     * @param success empty when it was never judged
     * @param status empty where the recorder stores none; then a time-out looks like a failure
     */
    static Verdict of(Optional<Boolean> success, Optional<String> status) {
        if (success.isEmpty()) {
            return UNKNOWN;
        }
        if (success.get()) {
            return SUCCESS;
        }
        boolean isTimeOut = status.flatMap(EpisodeStatus::of)
                .filter(s -> s == EpisodeStatus.TRUNCATED)
                .isPresent();
        return isTimeOut ? TIME_OUT : FAILURE;
    }

    String label() {
        return label;
    }

    /** Lines differ without colour too. */
    Stroke stroke() {
        return stroke;
    }

    Color color() {
        return color;
    }
}
