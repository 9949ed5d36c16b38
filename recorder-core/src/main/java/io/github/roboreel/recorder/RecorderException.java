package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.RoboReelException;
import java.util.EnumSet;
import java.util.Set;

/**
 * Failure of a recording: nothing more is recorded, and what was written before stays valid. {@link #kind} tells a full
 * disk from a stalled sink, a request to stop and the rest.
 */
public class RecorderException extends RoboReelException {
    private static final long serialVersionUID = 1L;

    /** A cause of another kind says something about a file or a caller, but not why the recording failed. */
    private static final Set<Kind> OF_CAUSES = EnumSet.of(
            Kind.DISK_FULL,
            Kind.OUT_OF_HANDLES,
            Kind.OUT_OF_MEMORY,
            Kind.DISK_FAULT,
            Kind.IO,
            Kind.STALLED,
            Kind.INTERRUPTED);

    /** A failure that nothing else caused. */
    public RecorderException(Kind kind, String sentence) {
        super(kind, sentence);
    }

    /**
     * A failure of its cause's kind.
     *
     * @param cause an exception or error; where its kind says nothing about a recording, this one is
     *     {@link Kind#FAILED}
     */
    public RecorderException(String sentence, Throwable cause) {
        super(kindOf(cause), sentence, cause);
    }

    private static Kind kindOf(Throwable cause) {
        Kind kind = Kind.of(cause);
        return OF_CAUSES.contains(kind) ? kind : Kind.FAILED;
    }
}
