package io.github.roboreel.recordings;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import java.nio.ByteBuffer;
import java.util.Map;

/** Rules of paths and rows that all readers of steps share. */
final class StepPaths {
    private StepPaths() {}

    /** Whether an array holds states of before the first step or after the last. */
    static boolean isOutsideSteps(String path) {
        return DemoPaths.isIn(DemoPaths.INITIAL_STATE, path) || DemoPaths.isIn(DemoPaths.FINAL_OBS, path);
    }

    static ArraySpec required(String path, Map<String, ArraySpec> arrays) {
        ArraySpec spec = arrays.get(path);
        if (spec == null) {
            throw new IllegalArgumentException(
                    Sentence.of("an episode has no array '%s'; %s", path, KnownNames.hint(path, arrays.keySet())));
        }
        return spec;
    }

    static void requirePerStep(ArraySpec spec, long steps) {
        if (!spec.isPerStep()) {
            throw new IllegalArgumentException(Sentence.of(
                    "'%s' has %s rows and the episode %s steps; read it as a whole", spec.path(), spec.rows(), steps));
        }
    }

    static void requireRows(ArraySpec spec, long from, long to) {
        if (from < 0 || from > to || to > spec.rows()) {
            throw new IndexOutOfBoundsException(
                    Sentence.of("rows %s to %s of '%s' asked for, it has %s", from, to, spec.path(), spec.rows()));
        }
        if ((to - from) * (double) spec.rowBytes() > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s rows of '%s' do not fit into one Java array; read at most %s at a time",
                    to - from, spec.path(), Integer.MAX_VALUE / Math.max(1, spec.rowBytes())));
        }
    }

    static NdArray array(ArraySpec spec, byte[] rows, int count) {
        int[] shape = new int[spec.shape().size() + 1];
        shape[0] = count;
        for (int axis = 1; axis < shape.length; axis++) {
            shape[axis] = spec.shape().get(axis - 1);
        }
        return NdArray.wrap(spec.dtype(), ByteBuffer.wrap(rows), shape);
    }
}
