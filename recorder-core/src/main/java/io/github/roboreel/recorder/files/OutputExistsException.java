package io.github.roboreel.recorder.files;

import java.nio.file.Path;

/** The output folder already holds what was to be recorded; nothing was touched. */
public class OutputExistsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** Names the file in the way. */
    public OutputExistsException(Path file) {
        super(file + " already exists and is never overwritten; choose another output folder or run index");
    }
}
