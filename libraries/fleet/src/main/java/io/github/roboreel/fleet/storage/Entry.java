package io.github.roboreel.fleet.storage;

import java.io.Serializable;

/**
 * A file or folder as a storage lists it. Immutable.
 *
 * @param location where it is
 * @param isFolder whether it is a folder
 * @param bytes of a file
 * @param version changes when the file does: its ETag where the store has some, else its time of change in ms
 */
public record Entry(Location location, boolean isFolder, long bytes, String version) implements Serializable {
    /** What stands after the last slash. */
    public String name() {
        return location.name();
    }
}
