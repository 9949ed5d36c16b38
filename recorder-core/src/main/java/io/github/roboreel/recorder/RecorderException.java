package io.github.roboreel.recorder;

/** The recording cannot go on; what was written before stays valid. The cause says why. */
public class RecorderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the sentence for the user. */
    public RecorderException(String message) {
        super(message);
    }

    /** With the sentence for the user and what led to it. */
    public RecorderException(String message, Throwable cause) {
        super(message, cause);
    }
}
