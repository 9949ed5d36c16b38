package io.github.roboreel.simulation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.lang.reflect.Array;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class ObservationTest {
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2),
            FieldSpec.step("obs/joint_pos", DType.FLOAT32, 7),
            FieldSpec.image("obs/wrist_camera", 4, 6),
            FieldSpec.finalObservation("final_obs/joint_pos", DType.FLOAT32, 7));

    private final Observation observation = new Observation(SCHEMA);
    private final Field joints = observation.field("obs/joint_pos");

    @Test
    void itHoldsTheObservationsOnly() {
        assertEquals(
                List.of("obs/joint_pos", "obs/wrist_camera"),
                observation.fields().stream().map(field -> field.spec().path()).toList());
        assertEquals(72, observation.bytes(observation.field("obs/wrist_camera")).length);
        for (String other : List.of("actions", "final_obs/joint_pos")) {
            assertRefused(
                    "field " + other + " is no observation of this simulation",
                    () -> observation.values(SCHEMA.field(other)));
        }
    }

    @Test
    void valuesAreCopiedWhenTypeAndLengthFit() {
        float[] given = {1, 2, 3, 4, 5, 6, 7};
        observation.put(joints, given);
        given[0] = 9;
        assertArrayEquals(new float[] {1, 2, 3, 4, 5, 6, 7}, observation.floats(joints));
        assertSame(observation.floats(joints), observation.values(joints));
        assertRefused("field obs/joint_pos: expected 7 values, given 6", () -> observation.put(joints, new float[6]));
        assertRefused(
                "field obs/joint_pos: expected values as float[], given double[]",
                () -> observation.put(joints, new double[7]));
        assertRefused("field obs/joint_pos: expected values as float[], given byte[]", () -> observation.bytes(joints));
    }

    private static void assertRefused(String sentence, Runnable work) {
        assertEquals(
                sentence,
                assertThrows(IllegalArgumentException.class, work::run).getMessage());
    }

    @ParameterizedTest
    @EnumSource(value = DType.class, mode = Mode.EXCLUDE, names = "TEXT")
    void everyTypeHasRoom(DType dtype) {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("obs/x", dtype, 3, 2));
        assertEquals(6, Array.getLength(new Observation(schema).values(schema.field("obs/x"))));
    }

    @Test
    void aStepEndsOnce() {
        StepResult result = new StepResult();
        result.begin(4);
        result.end(EpisodeOutcome.success("done"));
        assertEquals(
                "step 4 ended its episode twice, as success and as truncated",
                assertThrows(IllegalStateException.class, () -> result.end(EpisodeOutcome.truncated("late")))
                        .getMessage());
        result.begin(5);
        assertEquals(null, result.outcome());
    }

    @Test
    void boundsAscend() {
        assertRefused(
                "Action space, value 0: expected bounds in ascending order, given 1.0 and -1.0.",
                () -> ActionSpace.box(1, "m", 1, -1).size());
    }
}
