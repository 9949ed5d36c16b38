package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;

/** What the native reader refuses. */
class Hdf5RunReaderTest extends RunReaderRefusals {
    @Override
    protected RunReader open(Path file) throws IOException {
        return Hdf5RunReader.open(file);
    }
}
