package io.github.roboreel.recorder.video;

import io.github.roboreel.recorder.Field;
import io.github.roboreel.recorder.FieldPhase;
import io.github.roboreel.recorder.FieldSchema;
import io.github.roboreel.recorder.FieldSpec;

/**
 * An image field that a video shows.
 *
 * @param step the observation before each action
 * @param last the observation after the last action; null when the schema has none
 */
record Camera(Field step, Field last) {
    private static final String OBSERVATIONS = "obs/";

    /** A STEP image of the schema with its FINAL counterpart, if there is one of its shape. */
    static Camera of(Field step, FieldSchema schema) {
        String path = "final_" + step.spec().path();
        if (!schema.has(path)) {
            return new Camera(step, null);
        }
        Field last = schema.field(path);
        FieldSpec spec = last.spec();
        boolean fits =
                spec.image()
                        && spec.phase() == FieldPhase.FINAL
                        && spec.shape().equals(step.spec().shape());
        return new Camera(step, fits ? last : null);
    }

    /** Whether a field can be shown at all: an image below {@code obs/} of 1, 3 or 4 channels. */
    static boolean isCamera(FieldSpec field) {
        return field.image()
                && field.phase() == FieldPhase.STEP
                && field.path().startsWith(OBSERVATIONS)
                && switch (field.shape().get(2)) {
                    case 1, 3, 4 -> true;
                    default -> false;
                };
    }

    int height() {
        return step.spec().shape().get(0);
    }

    int width() {
        return step.spec().shape().get(1);
    }

    /** 1 is grey, 3 is RGB, 4 is RGB and an alpha that is not shown. */
    int channels() {
        return step.spec().shape().get(2);
    }
}
