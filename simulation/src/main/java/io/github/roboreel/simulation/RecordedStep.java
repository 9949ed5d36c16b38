package io.github.roboreel.simulation;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;

/** A step of a recorded episode: the state after it is one that an env can be set to. */
@FunctionalInterface
public interface RecordedStep {
    /**
     * The values that the step's row holds, widened to float64.
     *
     * @param field of {@link FieldPhase#STEP} in the simulation's schema, no picture
     * @return {@code field.elements()} values in the field's unit, row-major; not to be changed
     * @throws IllegalArgumentException when they were not recorded
     */
    double[] values(Field field);
}
