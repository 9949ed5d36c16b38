package io.github.roboreel.fleet.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * File system or object store that holds recordings and takes datasets. For any thread.
 *
 * <p>Every method throws an IOException in one sentence that names the place when the store cannot be reached or
 * refuses.
 */
public interface Storage {
    /**
     * What a folder holds, by name; empty when there is no such folder.
     *
     * @throws IOException when it cannot be listed
     */
    List<Entry> list(Location folder) throws IOException;

    /** The file or folder at a place; empty when there is none. In an object store a folder is what begins a name. */
    Optional<Entry> find(Location place) throws IOException;

    /**
     * Opens a file for reading.
     *
     * @return to be closed by the caller, for one thread
     * @throws java.io.FileNotFoundException or {@link java.nio.file.NoSuchFileException} when there is none
     */
    SeekableByteChannel open(Location file) throws IOException;

    /**
     * Copies a file to this machine.
     *
     * @param copy where nothing is yet
     */
    default void fetch(Location file, Path copy) throws IOException {
        try (InputStream in = Channels.newInputStream(open(file))) {
            Files.copy(in, copy);
        }
    }

    /**
     * Puts a copy of a local file at a place, whole or not at all, and forces it to where it is kept. What was there is
     * replaced. Folders above it are made.
     */
    void put(Path local, Location file) throws IOException;

    /** As {@link #put}, and the local file may be gone afterwards: on the same disk it is moved. */
    default void take(Path local, Location file) throws IOException {
        put(local, file);
    }

    /**
     * As {@link #put}, but only where nothing is.
     *
     * @return whether it was put; false when there was something
     */
    boolean putNew(Path local, Location file) throws IOException;

    /** Removes a file, or a folder with all that is in it; nothing where there is none. */
    void delete(Location place) throws IOException;

    /** Whether {@link #rename} moves a folder in one step: file systems do, object stores do not. */
    boolean renamesFolders();

    /**
     * Gives a folder another name, in one step.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is something of that name
     * @throws UnsupportedOperationException unless {@link #renamesFolders}
     */
    void rename(Location folder, Location name) throws IOException;
}
