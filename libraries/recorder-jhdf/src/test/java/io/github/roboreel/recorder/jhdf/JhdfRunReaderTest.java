package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.recorder.hdf5.read.RunReaderRefusals;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;

/** What the plain Java reader refuses. */
class JhdfRunReaderTest extends RunReaderRefusals {
    @Override
    protected RunReader open(Path file) throws IOException {
        return JhdfRunReader.open(file);
    }
}
