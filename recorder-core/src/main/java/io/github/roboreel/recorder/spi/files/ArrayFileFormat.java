package io.github.roboreel.recorder.spi.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * A file format of named arrays in groups, with attributes: HDF5. Exporters and importers see such files through this
 * alone. Found on the class path by {@link ServiceLoader}; any thread may use it.
 */
public interface ArrayFileFormat {
    /**
     * The one on the class path.
     *
     * @throws IOException when there is none
     */
    static ArrayFileFormat hdf5() throws IOException {
        return ServiceLoader.load(ArrayFileFormat.class)
                .findFirst()
                .orElseThrow(() -> new IOException("no HDF5 library is on the class path; add recorder-hdf5"));
    }

    /**
     * Creates a new file.
     *
     * @throws IOException when it exists or cannot be created
     */
    ArrayFileWriter create(Path file) throws IOException;

    /**
     * Opens a file to add to it.
     *
     * @throws IOException when it cannot be opened for writing
     */
    ArrayFileWriter append(Path file) throws IOException;

    /**
     * Opens a file to read it.
     *
     * @throws IOException when it is missing, damaged or of another format
     */
    ArrayFileReader open(Path file) throws IOException;

    /**
     * Opens a file that is not known to be whole: one that would crash the library, or make it ask for all memory, is
     * an {@link IOException}, at the price of a process for it.
     *
     * @throws IOException as {@link #open}
     */
    ArrayFileReader openDoubtful(Path file) throws IOException;
}
