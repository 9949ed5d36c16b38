package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The values of {@code peers/peer_h5py.py}, made beforehand: env e has row {@code (i + e) % rows} of a pool of up to
 * 512 rows at step i, frame {@code (i + e) % 8} of each camera.
 *
 * <p>{@link #load} does what a vectorised simulator does before it hands over: it fills one array of shape N x d per
 * field. For one thread.
 */
public final class BenchSignal {
    private static final int MAX_POOL_ROWS = 512;

    private final List<SyntheticValues> values = new ArrayList<>();

    /** Values of every field of the schema but the timestamps, which the recorder fills. */
    public BenchSignal(FieldSchema schema, int numEnvs, int steps, ImageKind imageKind) {
        Random random = new Random(0);
        int poolRows = Math.min(steps, MAX_POOL_ROWS);
        for (Field field : schema.layout(FieldPhase.STEP).fields()) {
            String path = field.spec().path();
            if (field.spec().image()) {
                values.add(new CameraFrames(field, numEnvs, imageKind, random));
            } else if (!path.equals(DemoPaths.SIM_TIME) && !path.equals(DemoPaths.WALL_TIME)) {
                values.add(SyntheticValues.of(field, numEnvs, poolRows, random));
            }
        }
    }

    /** Fills the arrays with a step's values. */
    public void load(long step) {
        for (int i = 0; i < values.size(); i++) {
            values.get(i).load(step);
        }
    }

    /** Hands the arrays over. */
    public void put(BatchWriter rows) {
        for (int i = 0; i < values.size(); i++) {
            values.get(i).put(rows);
        }
    }
}
