package io.github.roboreel.tools.check.scan;

/**
 * Dead space of a run file.
 *
 * @param bytes its size
 * @param deadBytes bytes of it that hold nothing any more, or more where that is too little to be mentioned
 */
public record FileSpace(long bytes, long deadBytes) {
    /** Below this there is nothing to say of it. */
    private static final double MENTIONED_SHARE = 0.1;

    static final FileSpace UNKNOWN = new FileSpace(0, 0);

    /** Whether a user wants to know of it. */
    public boolean isWasteful() {
        return deadBytes > MENTIONED_SHARE * bytes;
    }

    /** In whole percent. */
    public long deadPercent() {
        return Math.round(100.0 * deadBytes / bytes);
    }
}
