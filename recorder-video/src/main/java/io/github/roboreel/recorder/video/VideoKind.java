package io.github.roboreel.recorder.video;

import java.util.Locale;

/** The two videos an episode may have. */
public enum VideoKind {
    /** The cameras, at half size, side by side. */
    SENSOR(""),
    /** The view for people, at full size. */
    VIEWPORT("_viewport");

    private final String suffix;

    VideoKind(String suffix) {
        this.suffix = suffix;
    }

    /** How messages, settings and {@link io.github.roboreel.recorder.schema.VideoRule} call it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What the file name has before {@code .mp4}. */
    String suffix() {
        return suffix;
    }
}
