package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.recorder.hdf5.read.RunReaderContract;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;

/** The plain Java reader under the contract. */
class JhdfRunReaderIT extends RunReaderContract {
    @Override
    protected RunReader open(Path file) throws IOException {
        return JhdfRunReader.open(file);
    }
}
