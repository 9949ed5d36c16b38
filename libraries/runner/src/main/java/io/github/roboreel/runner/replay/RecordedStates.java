package io.github.roboreel.runner.replay;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.simulation.RecordedStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The rows of a recorded episode as states that an env can be set to. A field is read whole when it is asked for. */
final class RecordedStates {
    private final RecordedDemo demo;
    private final Map<String, double[]> columns = new HashMap<>();
    private final Map<String, long[]> longColumns = new HashMap<>();

    RecordedStates(RecordedDemo demo) {
        this.demo = demo;
    }

    /** The state after a step. */
    RecordedStep after(int step) {
        return new RecordedStep() {
            @Override
            public double[] values(Field field) {
                double[] column = columns.computeIfAbsent(field.spec().path(), path -> doubles(field));
                int size = field.elements();
                return Arrays.copyOfRange(column, step * size, (step + 1) * size);
            }

            @Override
            public long[] longs(Field field) {
                long[] column = longColumns.computeIfAbsent(field.spec().path(), path -> exact(field));
                int size = field.elements();
                return Arrays.copyOfRange(column, step * size, (step + 1) * size);
            }
        };
    }

    private double[] doubles(Field field) {
        String path = field.spec().path();
        try {
            requireRecorded(field);
            return demo.reader().readDoubles(path, 0, demo.steps());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long[] exact(Field field) {
        String path = field.spec().path();
        try {
            requireRecorded(field);
            DType stored = demo.reader().info(path).dtype();
            if (stored.isExactInFloat64()) {
                throw new IllegalArgumentException(
                        path + " was recorded as " + stored.label() + "; longs reads int64 and uint64");
            }
            byte[] rows = demo.reader().readBytes(path, 0, demo.steps());
            long[] column = new long[rows.length / Long.BYTES];
            ByteBuffer.wrap(rows).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(column);
            return column;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void requireRecorded(Field field) throws IOException {
        String path = field.spec().path();
        DatasetInfo info = demo.reader().has(path) ? demo.reader().info(path) : null;
        if (info == null || info.rows() < demo.steps() || info.rowElements() != field.elements()) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s was not recorded with %d values per step, and is part of the state", path, field.elements()));
        }
    }
}
