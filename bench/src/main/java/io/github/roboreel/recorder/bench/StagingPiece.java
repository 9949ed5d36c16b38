package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.hdf5.staging.RowChecksum;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.hdf5.staging.StagingArea;
import io.github.roboreel.recorder.hdf5.staging.StagingFile;
import io.github.roboreel.recorder.hdf5.staging.StagingHeader;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.RowLayout;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/**
 * The run file's sink up to where a row survives the death of the process, and no further: regions are used again as if
 * their chunks were in the run file already. A piece of the path, to be measured alone.
 */
final class StagingPiece extends NoOpSink {
    private static final int RING_ROWS = 4096;

    private final RunSpec run;
    private StagingFile file;
    private StagingArea[] areas;
    private RowChecksum stepRow;

    /** A sink for one run. */
    StagingPiece(RunSpec run) {
        this.run = run;
    }

    @Override
    public String name() {
        return "staging";
    }

    @Override
    public void open(SinkContext context) throws IOException {
        open(context.schema());
    }

    private void open(FieldSchema schema) throws IOException {
        RunAttributes attributes = RunAttributes.at(Instant.now(), run, List.of());
        FrameChunks frames = FrameChunks.wholeFrames(schema);
        byte[] header = StagingHeader.json(run, schema, attributes, frames, 0);
        StagingLayout layout = StagingSize.layout(schema, run.numEnvs(), header.length);
        Files.createDirectories(run.envFolder());
        file = StagingFile.create(RunFile.stagingPath(run), layout, header, attributes.runNumber());
        stepRow = new RowChecksum(schema.layout(FieldPhase.STEP).rowBytes());
        areas = new StagingArea[run.numEnvs()];
        for (int env = 0; env < areas.length; env++) {
            areas[env] = new StagingArea(env, file);
            areas[env].begin(env);
        }
    }

    @Override
    public void onStep(int env, long step, RowView row) {
        areas[env].putStep(step, row, stepRow);
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.delete();
        }
    }

    /**
     * Stages rows as they stand in a ring's slots, all envs in turn, on the calling thread.
     *
     * @return seconds
     */
    static double seconds(RunSpec run, FieldSchema schema, long rows) throws IOException {
        RingRow[] ring = ring(schema.layout(FieldPhase.STEP));
        try (StagingPiece sink = new StagingPiece(run)) {
            sink.open(schema);
            int envs = run.numEnvs();
            long start = System.nanoTime();
            for (long row = 0; row < rows; row++) {
                int env = (int) (row % envs);
                sink.onStep(env, row / envs, ring[(int) (row % RING_ROWS)]);
            }
            return (System.nanoTime() - start) / 1e9;
        }
    }

    private static RingRow[] ring(RowLayout layout) {
        Random random = new Random(0);
        byte[] bytes = new byte[layout.rowBytes()];
        RingRow[] ring = new RingRow[RING_ROWS];
        for (int i = 0; i < RING_ROWS; i++) {
            random.nextBytes(bytes);
            ByteBuffer slot = ByteBuffer.allocateDirect(bytes.length);
            ring[i] = new RingRow(layout, slot.order(ByteOrder.LITTLE_ENDIAN).put(0, bytes));
        }
        return ring;
    }

    private record RingRow(RowLayout layout, ByteBuffer bytes) implements RowView {
        @Override
        public Frame frame(Field image) {
            throw new IllegalStateException("these rows have no images");
        }
    }
}
