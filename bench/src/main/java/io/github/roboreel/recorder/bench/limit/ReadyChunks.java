package io.github.roboreel.recorder.bench.limit;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.BenchSignal;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import io.github.roboreel.recorder.hdf5.deflate.ChunkCodec;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.staging.ChunkRows;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Rows of one env as a recorder hands them to its sinks, of which compressed chunks are made. */
final class ReadyChunks {
    private final FieldSchema schema;
    private final List<byte[]> rows;

    private ReadyChunks(FieldSchema schema, List<byte[]> rows) {
        this.schema = schema;
        this.rows = rows;
    }

    /**
     * One field's chunk.
     *
     * @param bytes direct, the chunk from 0 to {@code size}
     */
    record Chunk(Field field, ByteBuffer bytes, int size) {}

    /**
     * Records as many rows as a chunk has at most.
     *
     * @param folder of its own, new or empty
     */
    static ReadyChunks of(BenchFields fields, FieldSchema schema, Path folder) {
        BenchSignal signal = new BenchSignal(schema, 1, ChunkRows.MOST, fields.imageKind());
        RowSink sink = new RowSink();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(RecordSpec.run(folder, 1), schema)
                .sinks(List.of(sink))
                .withoutMetrics()
                .open()) {
            recorder.env(0).begin();
            for (int step = 0; step < ChunkRows.MOST; step++) {
                signal.load(step);
                BatchWriter batch = recorder.stepAll();
                signal.put(batch);
                batch.publish();
            }
        }
        return new ReadyChunks(schema, sink.rows);
    }

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
        byte[] raw = new byte[chunkRows(field) * field.rowBytes()];
        for (int row = 0; row < count; row++) {
            System.arraycopy(rows.get(row), field.offsetBytes(), raw, row * field.rowBytes(), field.rowBytes());
        }
        ByteBuffer bytes = ByteBuffer.allocateDirect(ChunkCodec.bound(raw.length));
        int size = codec.encode(raw, raw.length, field.spec().storedElementBytes(), bytes, 0);
        return new Chunk(field, bytes, size);
    }

    private static int chunkRows(Field field) {
        int chunkRows = ChunkRows.ofNewRuns().of(field.spec());
        if (chunkRows != ChunkRows.MOST) {
            throw new IllegalArgumentException(field.spec().path() + " has rows too large for the limit's chunks");
        }
        return chunkRows;
    }

    /** Keeps rows. */
    private static final class RowSink implements EpisodeSink {
        private final List<byte[]> rows = new ArrayList<>();

        @Override
        public String name() {
            return "rows";
        }

        @Override
        public Role role() {
            return Role.DATA;
        }

        @Override
        public void open(SinkContext context) {
            // Nothing to make.
        }

        @Override
        public void onBegin(int env, RowView initial) {
            // Not kept.
        }

        @Override
        public void onStep(int env, long step, RowView row) {
            byte[] bytes = new byte[row.layout().rowBytes()];
            row.bytes().get(0, bytes);
            rows.add(bytes);
        }

        @Override
        public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
            return CompletableFuture.completedFuture(SinkReport.NONE);
        }

        @Override
        public void close() {
            // Nothing was made.
        }
    }
}
