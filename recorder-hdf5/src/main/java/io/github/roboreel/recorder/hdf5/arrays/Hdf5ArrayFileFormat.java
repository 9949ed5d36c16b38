package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.read.IsolatedReader;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Plain HDF5 files in the format of HDF5 1.10, as run files are, and with the library's own filters. Any thread may use
 * it; native calls of all files queue behind one lock.
 */
public final class Hdf5ArrayFileFormat implements ArrayFileFormat {
    /** Needs no settings; the native library is loaded by the first file. */
    public Hdf5ArrayFileFormat() {}

    @Override
    public ArrayFileWriter create(Path file) throws IOException {
        if (Files.exists(file)) {
            throw new IOException(file + " exists already and is left as it is; give a new name");
        }
        Hdf5.load();
        return writer(file, H5File.createTight(file));
    }

    @Override
    public ArrayFileWriter append(Path file) throws IOException {
        requireClosed(file);
        if (!Files.isWritable(file)) {
            throw new IOException(file + " cannot be written; give this user the right to write");
        }
        Hdf5.load();
        return writer(file, H5File.openToAppend(file));
    }

    private static ArrayFileWriter writer(Path path, H5File file) throws IOException {
        try {
            return new Hdf5ArrayFileWriter(path, file);
        } catch (IOException | RuntimeException e) {
            Undo.after(e, file::close);
            throw e;
        }
    }

    @Override
    public ArrayFileReader open(Path file) throws IOException {
        requireClosed(file);
        Hdf5.load();
        return new Hdf5ArrayFileReader(file, H5File.open(file, false));
    }

    @Override
    public ArrayFileReader openDoubtful(Path file) throws IOException {
        return IsolatedReader.openArrays(file);
    }

    private static void requireClosed(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            String what = Files.exists(file) ? " is no file" : " does not exist";
            throw new IOException(file + what + "; give an HDF5 file");
        }
        RunFileProbe probe = RunFileProbe.of(file);
        if (probe.isMarked()) {
            throw new IOException(file + " is open in a writer, or was not closed by it; wait or recover it");
        }
        if (probe.truncated()) {
            throw new IOException(file
                    + " is truncated: "
                    + probe.endOfFile()
                    + " bytes expected, "
                    + probe.length()
                    + " there; copy it again");
        }
    }
}
