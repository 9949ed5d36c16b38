package io.github.roboreel.simulation;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;

/** A step of a recorded episode: the state after it is one that an env can be set to. */
public interface RecordedStep {
    /**
     * The values that the step's row holds, widened to float64; those of int64 and uint64 beyond 2^53 are rounded, see
     * {@link #longs}.
     *
     * @param field of {@link FieldPhase#STEP} in the simulation's schema, no picture
     * @return {@code field.elements()} values in the field's unit, row-major; not to be changed
     * @throws IllegalArgumentException when they were not recorded
     */
    double[] values(Field field);

    /**
     * The values of an int64 field, or the bit patterns of a uint64 field, as they were recorded.
     *
     * @param field of {@link FieldPhase#STEP} in the simulation's schema
     * @return {@code field.elements()} values in the field's unit, row-major; not to be changed
     * @throws IllegalArgumentException when they were not recorded, or the field is of another dtype
     */
    long[] longs(Field field);
}
