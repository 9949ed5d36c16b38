package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;

/** The native reader under the contract. */
class Hdf5RunReaderIT extends RunReaderContract {
    @Override
    protected Hdf5RunReader open(Path file) throws IOException {
        Hdf5RunReader reader = Hdf5RunReader.open(file);
        assertFalse(reader.isLive());
        return reader;
    }
}
