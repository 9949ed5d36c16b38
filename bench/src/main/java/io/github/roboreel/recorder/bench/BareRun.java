package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.deflate.ChunkCodec;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.file.ChunkFormat;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.staging.ChunkRows;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.plan.ContinuousRun;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Run files written on one thread by the calls of the HDF5 library that a recorder makes, with chunks that are ready:
 * every group, dataset and attribute is created, extents grow, chunks and attributes are written. Envs go in lockstep;
 * when all have written a chunk of each field, or 512 are written, the rows are flushed; how many they are goes with
 * the next flush. There is no staging, no compression and no other thread.
 */
final class BareRun {
    private static final int MAX_UNFLUSHED_CHUNKS = 512;

    private final RecordSpec spec;
    private final int episodes;
    private final boolean isContinuous;
    private final FieldSchema schema;
    private final List<Chunk> full;
    private final List<Chunk> last;
    private final DemoEnd success;
    private RunFile file;
    private final List<Visible> visible = new ArrayList<>();
    private int unflushed;
    private long chunks;
    private long total;

    /** Rows up to {@code rows} of these demos, whose number is not published yet. */
    private record Visible(int first, int end, int row, int rows) {}

    /**
     * Makes the chunks.
     *
     * @param episodes of all envs: as many as envs, one after the other where they are more
     * @param folder of its own, for the rows that chunks are made of
     */
    BareRun(RecordSpec spec, int episodes, Path folder) throws IOException {
        Hdf5.load();
        this.spec = spec;
        this.episodes = episodes;
        isContinuous = episodes > spec.numEnvs();
        schema = spec.fields().schema();
        List<byte[]> rows = rows(folder);
        full = chunks(rows);
        last = chunks(rows.subList(0, spec.steps() % ChunkRows.MAX_ROWS));
        success = new DemoEnd(EpisodeStatus.SUCCESS, spec.steps(), 0, FormatJson.utf8("{}"));
    }

    /**
     * One field's chunk.
     *
     * @param bytes direct, the chunk from 0 to {@code size}
     */
    private record Chunk(Field field, ByteBuffer bytes, int size) {}

    /** As many rows of one env as a chunk has, as a recorder hands them to its sinks. */
    private List<byte[]> rows(Path folder) {
        List<byte[]> rows = new ArrayList<>();
        EpisodeSink sink = new NoOpSink() {
            @Override
            public void onStep(int env, long step, RowView row) {
                byte[] bytes = new byte[row.layout().rowBytes()];
                row.bytes().get(0, bytes);
                rows.add(bytes);
            }
        };
        BenchSignal signal = RecordSpec.of(1, ChunkRows.MAX_ROWS, spec.fields()).signal();
        try (EpisodeRecorder recorder = RecordSpec.begin(EpisodeRecorder.builder(RecordSpec.run(folder, 1), schema)
                .sink(sink)
                .withoutMetrics())) {
            for (int step = 0; step < ChunkRows.MAX_ROWS; step++) {
                signal.load(step);
                signal.publish(recorder);
            }
        }
        return rows;
    }

    /** A chunk of each field with these rows; the rest of it is zeros. */
    private List<Chunk> chunks(List<byte[]> rows) {
        try (ChunkCodec codec = Compression.byDefault().codec()) {
            return schema.layout(FieldPhase.STEP).fields().stream()
                    .filter(field -> field.spec().stored() && !field.spec().image())
                    .map(field -> chunk(codec, field, rows))
                    .toList();
        }
    }

    private static Chunk chunk(ChunkCodec codec, Field field, List<byte[]> rows) {
        int rowBytes = field.rowBytes();
        byte[] raw = new byte[ChunkRows.MAX_ROWS * rowBytes];
        for (int row = 0; row < rows.size(); row++) {
            System.arraycopy(rows.get(row), field.offsetBytes(), raw, row * rowBytes, rowBytes);
        }
        ByteBuffer bytes = ByteBuffer.allocateDirect(ChunkCodec.bound(raw.length));
        int size = codec.encode(raw, raw.length, field.spec().storedElementBytes(), bytes, 0);
        return new Chunk(field, bytes, size);
    }

    /** Chunks written so far. */
    long chunks() {
        return chunks;
    }

    /** Seconds from the first call to the last file that is closed. */
    double seconds(Path folder) throws IOException {
        RunSpec run = RecordSpec.run(folder, spec.numEnvs());
        if (isContinuous) {
            run = ContinuousRun.first(run, RecorderSettings.EPISODES_PER_FILE.defaultValue());
        }
        Files.createDirectories(run.envFolder());
        long start = System.nanoTime();
        for (int left = episodes; left > 0; left -= run.numDemos()) {
            write(run, Math.min(left, run.numDemos()));
            run = isContinuous ? ContinuousRun.after(run) : run;
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private void write(RunSpec run, int count) throws IOException {
        RunAttributes attributes = RunAttributes.at(Instant.now(), run, List.of());
        ChunkFormat format = new ChunkFormat(
                ChunkRows.ofNewRuns(),
                FrameChunks.wholeFrames(schema),
                Compression.byDefault().deflateLevel());
        total = 0;
        try (RunFile created = RunFile.create(run, schema, attributes, format, new StopRequest())) {
            file = created;
            for (int first = 0; first < count; first += spec.numEnvs()) {
                writeTogether(first, Math.min(count, first + spec.numEnvs()));
            }
            flush();
        }
    }

    /** The episodes of all envs, in lockstep. */
    private void writeTogether(int first, int end) throws IOException {
        for (int demo = first; demo < end && isContinuous; demo++) {
            file.putSimEnv(demo, demo - first);
        }
        for (int row = 0; row < spec.steps(); row += ChunkRows.MAX_ROWS) {
            int rows = Math.min(spec.steps(), row + ChunkRows.MAX_ROWS);
            int unpublished = first;
            for (int demo = first; demo < end; demo++) {
                writeChunks(demo, row, rows);
                if (unflushed >= MAX_UNFLUSHED_CHUNKS || demo + 1 == end) {
                    flush();
                    visible.add(new Visible(unpublished, demo + 1, row, rows));
                    unpublished = demo + 1;
                }
            }
        }
    }

    private void writeChunks(int demo, int row, int rows) throws IOException {
        for (Chunk chunk : rows - row == ChunkRows.MAX_ROWS ? full : last) {
            file.setRows(demo, chunk.field(), rows);
            file.writeChunk(demo, chunk.field(), row, 0, chunk.bytes(), 0, chunk.size());
            chunks++;
            unflushed++;
        }
    }

    private void flush() throws IOException {
        for (Visible shown : visible) {
            for (int demo = shown.first(); demo < shown.end(); demo++) {
                file.putProgress(demo, shown.rows(), shown.rows() == spec.steps() ? success : null);
            }
            total += (long) (shown.end() - shown.first()) * (shown.rows() - shown.row());
        }
        visible.clear();
        file.putTotal(total);
        file.flush();
        unflushed = 0;
    }
}
