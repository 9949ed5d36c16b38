package io.github.roboreel.recorder.video;

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

    /** What the file name has before {@code .mp4}. */
    String suffix() {
        return suffix;
    }
}
