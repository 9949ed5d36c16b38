package io.github.roboreel.recorder.hdf5.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H5FileTest {
    private static final int CHUNK_BYTES = 40;

    @TempDir
    Path folder;

    @Test
    void eachChunkOfACreatedFileLiesWhereItsAllocationEnded() throws Exception {
        Path path = folder.resolve("run.hdf5");
        long end;
        try (H5File file = H5File.create(path, 1 << 20);
                H5Dataset dataset = chunks(file)) {
            writeChunk(dataset, 0);
            for (int row = 1; row < 4; row++) {
                end = file.endOfAllocation();

                writeChunk(dataset, row);

                assertEquals(
                        new ChunkPlace(end, CHUNK_BYTES, 0),
                        dataset.chunkPlace(new long[] {row, 0}).orElseThrow());
                assertEquals(end + CHUNK_BYTES, file.endOfAllocation());
            }
            end = file.endOfAllocation();
        }
        assertEquals(end, Files.size(path));
    }

    private static H5Dataset chunks(H5File file) throws IOException {
        long[] chunk = {1, CHUNK_BYTES};
        try (H5Type type = H5Type.of(DType.UINT8, 1)) {
            H5Dataset dataset = file.root().createDataset("rows", type, H5Group.Storage.ofRows(chunk, -1));
            dataset.setExtent(new long[] {4, CHUNK_BYTES});
            return dataset;
        }
    }

    private static void writeChunk(H5Dataset dataset, int row) throws IOException {
        dataset.writeChunk(new long[] {row, 0}, 0, ByteBuffer.allocateDirect(CHUNK_BYTES), 0, CHUNK_BYTES);
    }
}
