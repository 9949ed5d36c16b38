package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.file.ChunkFormat;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.staging.ChunkRows;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.plan.ContinuousRun;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
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

    private final LimitBenchmark.Case limit;
    private final FieldSchema schema;
    private final List<ReadyChunks.Chunk> full;
    private final List<ReadyChunks.Chunk> last;
    private final DemoEnd success;
    private RunFile file;
    private final List<Visible> visible = new ArrayList<>();
    private int unflushed;
    private long chunks;
    private long total;

    /** Rows up to {@code rows} of these demos, whose number is not published yet. */
    private record Visible(int first, int end, int row, int rows) {}

    /** @param folder of its own, for the rows that chunks are made of */
    BareRun(LimitBenchmark.Case limit, Path folder) throws IOException {
        Hdf5.load();
        this.limit = limit;
        schema = limit.fields().schema();
        ReadyChunks ready = new ReadyChunks(limit.fields(), schema, folder);
        full = ready.first(ChunkRows.MOST);
        last = ready.first(limit.steps() % ChunkRows.MOST);
        success = new DemoEnd(EpisodeStatus.SUCCESS, limit.steps(), 0, FormatJson.utf8("{}"));
    }

    /** Chunks written so far. */
    long chunks() {
        return chunks;
    }

    /** Seconds from the first call to the last file that is closed. */
    double seconds(Path folder) throws IOException {
        RunSpec run = RecordSpec.run(folder, limit.numEnvs());
        if (limit.isContinuous()) {
            run = ContinuousRun.first(run, RecorderSettings.EPISODES_PER_FILE.defaultValue());
        }
        Files.createDirectories(run.envFolder());
        long start = System.nanoTime();
        for (int left = limit.episodes(); left > 0; left -= run.numDemos()) {
            write(run, Math.min(left, run.numDemos()));
            run = limit.isContinuous() ? ContinuousRun.after(run) : run;
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private void write(RunSpec run, int episodes) throws IOException {
        RunAttributes attributes = RunAttributes.at(Instant.now(), run, List.of());
        ChunkFormat format = new ChunkFormat(
                ChunkRows.ofNewRuns(),
                FrameChunks.wholeFrames(schema),
                Compression.byDefault().deflateLevel());
        total = 0;
        try (RunFile created = RunFile.create(run, schema, attributes, format, new StopRequest())) {
            file = created;
            for (int first = 0; first < episodes; first += limit.numEnvs()) {
                writeTogether(first, Math.min(episodes, first + limit.numEnvs()));
            }
            flush();
        }
    }

    /** The episodes of all envs, in lockstep. */
    private void writeTogether(int first, int end) throws IOException {
        for (int demo = first; demo < end && limit.isContinuous(); demo++) {
            file.putSimEnv(demo, demo - first);
        }
        for (int row = 0; row < limit.steps(); row += ChunkRows.MOST) {
            int rows = Math.min(limit.steps(), row + ChunkRows.MOST);
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
        for (ReadyChunks.Chunk chunk : rows - row == ChunkRows.MOST ? full : last) {
            file.setRows(demo, chunk.field(), rows);
            file.writeChunk(demo, chunk.field(), row, 0, chunk.bytes(), 0, chunk.size());
            chunks++;
            unflushed++;
        }
    }

    private void flush() throws IOException {
        for (Visible shown : visible) {
            for (int demo = shown.first(); demo < shown.end(); demo++) {
                file.putProgress(demo, shown.rows(), shown.rows() == limit.steps() ? success : null);
            }
            total += (long) (shown.end() - shown.first()) * (shown.rows() - shown.row());
        }
        visible.clear();
        file.putTotal(total);
        file.flush();
        unflushed = 0;
    }
}
