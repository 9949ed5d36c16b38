package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.VideoRule;

/**
 * An image field that a video shows.
 *
 * @param step the observation before each action
 * @param last the observation after the last action; null when the schema has none
 */
record Camera(Field step, Field last) {
    /** A STEP image of the schema with its FINAL counterpart, if there is one of its shape. */
    static Camera of(Field step, FieldSchema schema) {
        Field last = schema.layout(FieldPhase.FINAL).images().stream()
                .filter(image -> VideoRule.isFinalOf(step.spec(), image.spec()))
                .findFirst()
                .orElse(null);
        return new Camera(step, last);
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
