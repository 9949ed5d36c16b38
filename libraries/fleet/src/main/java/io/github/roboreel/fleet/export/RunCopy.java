package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.recorder.jhdf.JhdfRunReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A run file on this machine: in place, or a copy that goes when it is closed. For one thread. */
final class RunCopy implements Closeable {
    private final String name;
    private final Path file;
    private final boolean isCopy;
    private JhdfRunReader reader;

    private RunCopy(String name, Path file, boolean isCopy) {
        this.name = name;
        this.file = file;
        this.isCopy = isCopy;
    }

    /**
     * Of a run file.
     *
     * @param scratch a folder for the copy
     */
    static RunCopy of(Storages storages, Location run, Path scratch) throws IOException {
        if (run.isPath()) {
            return new RunCopy(run.text(), run.path(), false);
        }
        Path copy = scratch.resolve(run.name());
        storages.of(run).fetch(run, copy);
        return new RunCopy(run.text(), copy, true);
    }

    /** Reads it; closed with this. */
    JhdfRunReader reader() throws IOException {
        if (reader == null) {
            reader = isCopy ? JhdfRunReader.open(name, Files.newByteChannel(file)) : JhdfRunReader.open(file);
        }
        return reader;
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
        }
        if (isCopy) {
            Files.deleteIfExists(file);
        }
    }
}
