package io.github.roboreel.dashboard.index;

import java.nio.file.Path;

/**
 * An output folder.
 *
 * @param id opaque, the same for the same real path
 * @param name of the folder below the served one, with more of its path where another one is called so, too
 * @param path its real path, inside a served folder
 * @param status how it stands
 */
public record Recording(String id, String name, Path path, Status status) {
    /** How a recording stands. */
    public enum Status {
        /** A process that lives is writing it. */
        RECORDING,
        /** All runs that were promised are done. */
        COMPLETE,
        /** It was stopped before all runs were done; nothing needs repair. */
        INCOMPLETE,
        /** Its recorder died: a run file was not closed. */
        NEEDS_RECOVER,
        /** It cannot be read. */
        UNREADABLE
    }
}
