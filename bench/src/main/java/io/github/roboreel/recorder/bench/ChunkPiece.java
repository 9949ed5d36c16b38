package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.hdf5.file.ChunkFormat;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Type;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.staging.ChunkRows;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/**
 * Ready-made chunks into a run file, as the thread that owns it writes them, and into a plain dataset in a bare loop. A
 * piece of the path, to be measured alone.
 */
final class ChunkPiece {
    private static final int FLUSH_CHUNKS = 100;
    private static final long CACHE_BYTES = 1 << 20;

    private ChunkPiece() {}

    /**
     * Frames of one camera into a run file: extent, chunk, and a flush every 100 of them.
     *
     * @param schema has a stored camera image
     * @return seconds from the first chunk to the closed file
     */
    static double runFileSeconds(RunSpec run, FieldSchema schema, int chunks) throws IOException {
        Hdf5.load();
        Files.createDirectories(run.envFolder());
        Field image = schema.layout(FieldPhase.STEP).storedImages().get(0);
        ByteBuffer chunk = chunk(image);
        RunAttributes attributes = RunAttributes.at(Instant.now(), run, List.of());
        FrameChunks frames = FrameChunks.wholeFrames(schema);
        ChunkFormat format = new ChunkFormat(ChunkRows.ofNewRuns(), frames, 1);
        RunFile file = RunFile.create(run, schema, attributes, format, new StopRequest());
        long start;
        try (file) {
            start = System.nanoTime();
            for (int row = 0; row < chunks; row++) {
                file.setRows(0, image, row + 1L);
                file.writeFrameChunk(0, frames.all().get(0), row, chunk, 0, chunk.capacity());
                if ((row + 1) % FLUSH_CHUNKS == 0) {
                    file.flush();
                }
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }

    /**
     * The same chunks by {@code H5Dwrite_chunk} alone.
     *
     * @return seconds from the first chunk to the closed file
     */
    static double bareSeconds(Path path, FieldSchema schema, int chunks) throws IOException {
        Hdf5.load();
        Field image = schema.layout(FieldPhase.STEP).storedImages().get(0);
        ByteBuffer chunk = chunk(image);
        int height = image.spec().shape().get(0);
        int width = image.spec().shape().get(1);
        H5Group.Storage storage = H5Group.Storage.ofRows(new long[] {1, height, width, 3}, 1);
        long start;
        try (H5File file = H5File.create(path, CACHE_BYTES);
                H5Type type = H5Type.of(DType.UINT8, 1);
                H5Dataset dataset = file.root().createDataset("frames", type, storage)) {
            dataset.setExtent(new long[] {chunks, height, width, 3});
            start = System.nanoTime();
            for (int row = 0; row < chunks; row++) {
                dataset.writeChunk(new long[] {row, 0, 0, 0}, 0, chunk, 0, chunk.capacity());
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static ByteBuffer chunk(Field image) {
        byte[] bytes = new byte[image.spec().rowBytes()];
        new Random(0).nextBytes(bytes);
        return ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
    }
}
