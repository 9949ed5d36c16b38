package io.github.roboreel.dataset.lerobot;

/**
 * A camera that becomes a video per episode.
 *
 * @param feature what it is; a video
 * @param source path of the stored frames, or name of the episode's own video
 * @param isOwnVideo which of them
 */
record Camera(Feature feature, String source, boolean isOwnVideo) {
    /** What the key of a camera seen before the action starts with. */
    static final String BEFORE_ACTION = "observation.images.";

    /** What the key of one seen after it starts with; no observation that the action is for. */
    static final String AFTER_ACTION = "robolab.after_action.";

    String key() {
        return feature.key();
    }

    int height() {
        return Math.toIntExact(feature.shape().get(0));
    }

    int width() {
        return Math.toIntExact(feature.shape().get(1));
    }
}
