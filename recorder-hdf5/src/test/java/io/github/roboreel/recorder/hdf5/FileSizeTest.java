package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.staging.ChunkRows;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.schema.RowLayout;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flushing each second must not blow the file up: in SWMR mode freed space is never used again. */
class FileSizeTest {
    private static final int ROWS = 1000;
    private static final int ROWS_PER_SECOND = 15;

    @TempDir
    Path folder;

    @Test
    void aFlushEachSecondCostsAtMostTwoAndAHalfTimesTheSpace() throws Exception {
        long seldom = record("seldom", ChunkRows.MAX_ROWS);
        long often = record("often", ROWS_PER_SECOND);
        assertTrue(often <= 2.5 * seldom, often + " bytes against " + seldom);
    }

    private long record(String name, int rowsPerFlush) throws Exception {
        FieldSchema schema = jointLike();
        SinkHarness run = new SinkHarness(folder.resolve(name), schema, 1, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            for (int step = 0; step < ROWS; step++) {
                run.sink.onStep(0, step, new JointRow(schema.layout(FieldPhase.STEP), step));
                if ((step + 1) % rowsPerFlush == 0) {
                    run.sink.flushNow();
                }
            }
            run.sink.onEnd(0, new EpisodeEnd(ROWS, EpisodeOutcome.success(""), List.of(), null));
        });
        return Files.size(run.file());
    }

    private static FieldSchema jointLike() {
        List<FieldSpec> fields = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            fields.add(FieldSpec.step("states/track_" + i, DType.FLOAT32, 7));
        }
        return FieldSchema.of(fields);
    }

    /** Sines with sensor noise, as joints move. */
    private record JointRow(RowLayout layout, ByteBuffer bytes) implements RowView {
        JointRow(RowLayout layout, int step) {
            this(layout, fill(layout, step));
        }

        private static ByteBuffer fill(RowLayout layout, int step) {
            ByteBuffer row = ByteBuffer.allocate(layout.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
            Random noise = new Random(step);
            for (int at = 0; at < 20 * 7 * Float.BYTES; at += Float.BYTES) {
                double t = step / (double) ROWS_PER_SECOND;
                row.putFloat(at, (float) (Math.sin(t + at) + 1e-3 * noise.nextGaussian()));
            }
            return row.putDouble(20 * 7 * Float.BYTES, step / 15.0);
        }

        @Override
        public Frame frame(Field image) {
            throw new IllegalStateException("there are no images");
        }
    }
}
