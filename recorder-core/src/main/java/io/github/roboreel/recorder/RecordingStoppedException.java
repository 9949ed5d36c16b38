package io.github.roboreel.recorder;

/** A run was not opened because a {@link StopRequest} was made; it left nothing in its folder. */
public class RecordingStoppedException extends RecorderException {
    private static final long serialVersionUID = 1L;

    /** Says so. */
    public RecordingStoppedException() {
        super("the recording was stopped while the run was being opened; no step was recorded");
    }
}
