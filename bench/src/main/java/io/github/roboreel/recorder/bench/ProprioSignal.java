package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DType.Kind;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Smooth, joint-like values for every proprio field, made beforehand so that only recording is measured: sines of 0.05
 * to 0.2 Hz at 15 steps/s with noise of 1e-3, so that compression sees realistic data. Repeats after 512 steps.
 */
final class ProprioSignal {
    private static final int PERIOD_STEPS = 512;
    private static final double STEPS_PER_SECOND = 15;

    private final List<Track> tracks = new ArrayList<>();

    /** @param rowsPerPut 1 for a {@link StepWriter}, the number of envs for a {@link BatchWriter} */
    ProprioSignal(FieldSchema schema, int rowsPerPut) {
        Random random = new Random(0);
        for (Field field : schema.layout(FieldPhase.STEP).fields()) {
            if (!isTimestamp(field.spec())) {
                tracks.add(new Track(field, rowsPerPut, random));
            }
        }
    }

    /** Bytes of one env's row. */
    long rowBytes() {
        return tracks.stream().mapToLong(t -> t.field.spec().rowBytes()).sum();
    }

    void put(StepWriter row, long step) {
        int at = (int) (step % PERIOD_STEPS);
        for (int i = 0; i < tracks.size(); i++) {
            Track track = tracks.get(i);
            if (track.type == short.class) {
                row.put(track.field, track.shorts[at]);
            } else if (track.type == byte.class) {
                row.put(track.field, track.bytes[at]);
            } else {
                row.put(track.field, track.floats[at]);
            }
        }
    }

    void put(BatchWriter rows, long step) {
        int at = (int) (step % PERIOD_STEPS);
        for (int i = 0; i < tracks.size(); i++) {
            Track track = tracks.get(i);
            if (track.type == short.class) {
                rows.put(track.field, track.shorts[at]);
            } else if (track.type == byte.class) {
                rows.put(track.field, track.bytes[at]);
            } else {
                rows.put(track.field, track.floats[at]);
            }
        }
    }

    private static boolean isTimestamp(FieldSpec field) {
        return field.path().equals(DemoPaths.SIM_TIME) || field.path().equals(DemoPaths.WALL_TIME);
    }

    /** One field's values, one array per step, in the array type that its dtype takes. */
    private static final class Track {
        private final Field field;
        private final Class<?> type;
        private final float[][] floats;
        private final short[][] shorts;
        private final byte[][] bytes;

        Track(Field field, int rowsPerPut, Random random) {
            this.field = field;
            type = field.spec().dtype().javaType();
            int width = field.spec().elements() * rowsPerPut;
            floats = new float[PERIOD_STEPS][width];
            shorts = new short[PERIOD_STEPS][width];
            bytes = new byte[PERIOD_STEPS][width];
            for (int i = 0; i < width; i++) {
                fill(i, field.spec().dtype(), random);
            }
        }

        private void fill(int element, DType dtype, Random random) {
            double radiansPerSecond = 0.3 + random.nextDouble();
            double amplitude = 0.2 + random.nextDouble();
            for (int step = 0; step < PERIOD_STEPS; step++) {
                double angle = step / STEPS_PER_SECOND * radiansPerSecond;
                double value = Math.sin(angle) * amplitude + 1e-3 * random.nextGaussian();
                double thousandths = dtype.kind() == Kind.SIGNED ? value * 1000 : Math.abs(value * 1000);
                floats[step][element] = (float) value;
                shorts[step][element] = (short) thousandths;
                bytes[step][element] = (byte) Math.min(255, thousandths);
            }
        }
    }
}
