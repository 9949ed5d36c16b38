package io.github.roboreel.dataset;

import io.github.roboreel.format.RoboReelException;

/** What was asked for cannot be exported; the message says in one sentence why and what to do. */
public final class ExportRefusedException extends RoboReelException {
    private static final long serialVersionUID = 1;

    /** With that message. */
    public ExportRefusedException(String message) {
        super(Kind.UNSUPPORTED, message);
    }
}
