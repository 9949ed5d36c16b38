package io.github.roboreel.dataset.imports;

import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.file.Path;

/** Holds a recorded episode against what was imported. */
final class ReadBack {
    private static final int BLOCK_BYTES = 1 << 20;

    private ReadBack() {}

    /**
     * Compares every array.
     *
     * @throws IOException naming the first that differs
     */
    static void compare(Path runFile, ForeignEpisode episode, ArrayDigests recorded) throws IOException {
        ArrayDigests found = new ArrayDigests();
        try (ArrayFileReader reader = ArrayFileFormat.hdf5().open(runFile)) {
            for (ForeignArray array : episode.arrays()) {
                add(reader, array.spec(), found);
            }
        }
        recorded.requireEqual(found);
    }

    private static void add(ArrayFileReader reader, FieldSpec spec, ArrayDigests found) throws IOException {
        String path = DemoPaths.in(DemoPaths.inData(DemoPaths.demo(0)), spec.path());
        long rows = reader.info(path).rows();
        long most = Math.max(1, BLOCK_BYTES / spec.rowBytes());
        for (long row = 0; row < rows; row += most) {
            found.add(spec.path(), reader.readBytes(path, row, Math.min(rows, row + most)));
        }
    }
}
