package io.github.roboreel.recorder.files;

import java.nio.file.Path;

/** Somebody else is writing into the output folder; nothing was touched. */
public class OutputLockedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Names the folder and who holds it. */
    public OutputLockedException(Path folder, String holder) {
        super(folder + " is being written by " + holder + "; wait until it has ended, or choose another output folder");
    }
}
