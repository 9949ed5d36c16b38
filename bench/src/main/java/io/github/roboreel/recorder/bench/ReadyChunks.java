package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.hdf5.deflate.ChunkCodec;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.staging.ChunkRows;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rows of one env as a recorder hands them to its sinks, of which compressed chunks are made. */
final class ReadyChunks {
    private final FieldSchema schema;
    private final List<byte[]> rows = new ArrayList<>();

    /**
     * Records as many rows as a chunk has at most.
     *
     * @param folder of its own, new or empty
     */
    ReadyChunks(BenchFields fields, FieldSchema schema, Path folder) {
        this.schema = schema;
        BenchSignal signal = new BenchSignal(schema, 1, ChunkRows.MOST, fields.imageKind());
        EpisodeSink sink = new NoOpSink() {
            @Override
            public void onStep(int env, long step, RowView row) {
                byte[] bytes = new byte[row.layout().rowBytes()];
                row.bytes().get(0, bytes);
                rows.add(bytes);
            }
        };
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(RecordSpec.run(folder, 1), schema)
                .sinks(List.of(sink))
                .withoutMetrics()
                .open()) {
            recorder.env(0).begin();
            for (int step = 0; step < ChunkRows.MOST; step++) {
                signal.load(step);
                signal.publish(recorder);
            }
        }
    }

    /**
     * One field's chunk.
     *
     * @param bytes direct, the chunk from 0 to {@code size}
     */
    record Chunk(Field field, ByteBuffer bytes, int size) {}

    /** A chunk of each field with its first rows; the rest of it is zeros. */
    List<Chunk> first(int count) {
        try (ChunkCodec codec = Compression.byDefault().codec()) {
            return schema.layout(FieldPhase.STEP).fields().stream()
                    .filter(field -> field.spec().stored() && !field.spec().image())
                    .map(field -> chunk(codec, field, count))
                    .toList();
        }
    }

    private Chunk chunk(ChunkCodec codec, Field field, int count) {
        int chunkRows = ChunkRows.ofNewRuns().of(field.spec());
        if (chunkRows != ChunkRows.MOST) {
            throw new IllegalArgumentException(field.spec().path() + " has rows too large for the limit's chunks");
        }
        byte[] raw = new byte[chunkRows * field.rowBytes()];
        for (int row = 0; row < count; row++) {
            System.arraycopy(rows.get(row), field.offsetBytes(), raw, row * field.rowBytes(), field.rowBytes());
        }
        ByteBuffer bytes = ByteBuffer.allocateDirect(ChunkCodec.bound(raw.length));
        int size = codec.encode(raw, raw.length, field.spec().storedElementBytes(), bytes, 0);
        return new Chunk(field, bytes, size);
    }
}
