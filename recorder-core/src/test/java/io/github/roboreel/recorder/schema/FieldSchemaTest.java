package io.github.roboreel.recorder.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FieldSignal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldSchemaTest {
    @Test
    void timestampsAreAddedBehindTheDeclaredFields() {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 8));
        assertEquals(
                List.of("actions", DemoPaths.SIM_TIME, DemoPaths.WALL_TIME),
                schema.specs().stream().map(FieldSpec::path).toList());
        assertEquals(DType.FLOAT64, schema.field(DemoPaths.SIM_TIME).spec().dtype());
        assertEquals(DType.INT64, schema.field(DemoPaths.WALL_TIME).spec().dtype());
    }

    @Test
    void declaredTimestampsAreKept() {
        FieldSpec own = FieldSpec.step(DemoPaths.SIM_TIME, DType.FLOAT64).withUnit("s");
        FieldSchema schema = FieldSchema.of(own, FieldSpec.step("actions", DType.FLOAT32, 8));
        assertEquals(3, schema.specs().size());
        assertEquals(own, schema.specs().get(0));
    }

    @Test
    void timestampsOfAnotherTypeAreRefused() {
        assertFault(
                () -> FieldSchema.of(FieldSpec.step(DemoPaths.SIM_TIME, DType.FLOAT32)), DemoPaths.SIM_TIME, "float64");
        assertFault(
                () -> FieldSchema.of(FieldSpec.step(DemoPaths.WALL_TIME, DType.INT64, 2)),
                DemoPaths.WALL_TIME,
                "int64");
        assertFault(
                () -> FieldSchema.of(FieldSpec.initial(DemoPaths.SIM_TIME, DType.FLOAT64)), DemoPaths.SIM_TIME, "step");
    }

    @Test
    void pathsThatTheFormatReservesAreRefusedForRecordings() {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("tracks/imu/gyro", DType.FLOAT64, 3),
                FieldSpec.finalObservation("initial_state/goal", DType.FLOAT32, 3),
                FieldSpec.initial("final_obs/goal", DType.FLOAT32, 3),
                FieldSpec.step("obs/tracks/left", DType.FLOAT32));

        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, schema::requireRecordable);

        assertEquals(
                "field 'tracks/imu/gyro' is in group 'tracks', which is reserved for fields with a rate of their own;"
                        + " choose another path; field 'initial_state/goal' is of phase final, which fields in"
                        + " 'initial_state' cannot be; choose another phase or path; field 'final_obs/goal' is of phase"
                        + " initial, which fields in 'final_obs' cannot be; choose another phase or path",
                refusal.getMessage());
    }

    @Test
    void everyDuplicateAndNestedPathIsNamedAtOnce() {
        assertFault(
                () -> FieldSchema.of(
                        FieldSpec.step("actions", DType.FLOAT32, 8),
                        FieldSpec.initial("actions", DType.FLOAT32, 8),
                        FieldSpec.step("ee_pose", DType.FLOAT32, 7),
                        FieldSpec.step("ee_pose/position", DType.FLOAT32, 3)),
                "field 'actions' is declared twice",
                "field 'ee_pose/position' lies inside field 'ee_pose'");
    }

    @Test
    void fieldsOfOneGroupAreNoNesting() {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("ee_pose/position", DType.FLOAT32, 3),
                FieldSpec.step("ee_pose/position_target", DType.FLOAT32, 3),
                FieldSpec.step("ee", DType.FLOAT32));
        assertTrue(schema.has("ee_pose/position_target"));
        assertFalse(schema.has("ee_pose"));
    }

    @Test
    void anUnknownPathListsTheKnownOnes() {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 8));
        assertFault(() -> schema.field("action"), "field 'action'", "actions");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/actions", "actions/", "a//b", "a b", "a\nb", ".", "a/./b", ".."})
    void pathsThatCannotNameADatasetAreRefused(String path) {
        assertFault(() -> FieldSpec.step(path, DType.FLOAT32), "field '" + path.replace("\n", "\\u000a") + "'");
    }

    @Test
    void with_aSignal_sharesHandlesAndSaysIt() {
        FieldSchema schema =
                FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 2).withUnit("rad"));
        FieldSignal signal = new FieldSignal(List.of("x", "y"), List.of(), List.of(-1.0), List.of(1.0), List.of(), "");
        FieldSchema said = schema.with("actions", signal);
        assertTrue(said.owns(schema.field("actions")));
        assertTrue(schema.owns(said.field("actions")));
        assertEquals(Map.of(), schema.signals());
        assertEquals(
                Map.of("unit", "rad", "names", List.of("x", "y"), "low", List.of(-1.0), "high", List.of(1.0)),
                said.signals().get("actions"));
        assertEquals(
                List.of("actions", DemoPaths.SIM_TIME, DemoPaths.WALL_TIME),
                List.copyOf(said.signals().keySet()));
        assertFault(() -> schema.with("action", signal), "'action' is not in the schema");
        assertFault(() -> schema.with(DemoPaths.SIM_TIME, signal), DemoPaths.SIM_TIME, "has 2 names; expected 1");
    }

    @Test
    void withSignals_thatContradict_areRefusedByFieldAndElement() {
        FieldSpec q = FieldSpec.step("q", DType.FLOAT32, 4);
        assertFault(() -> q.withNames("a", "b"), "field 'q' has 2 names; expected 4");
        assertFault(() -> q.withNames("a", "b", "c", "d\n"), "element name of field 'q' 'd\\u000a'", "control");
        assertFault(
                () -> q.withNames("a", "b", "c", "d").withBounds(new double[] {0, 0, 0, 2}, new double[] {1, 1, 1, 1}),
                "field 'q' has element 'd' from 2.0 to 1.0");
        assertFault(() -> q.withBounds(Double.NaN, 1), "field 'q' has element [0] from NaN to 1.0");
        assertFault(() -> q.withQuaternion("wxyz").withQuaternion("xyzw"), "two orders, 'wxyz' and 'xyzw'");
        assertFault(() -> q.withNumValues(3), "field 'q' has numbers of values");
        assertFault(() -> FieldSpec.image("c", 4, 5).withBounds(0, 1), "field 'c' is an image");
        assertEquals(
                q.withQuaternion("wxyz").signal(),
                q.withQuaternion("wxyz").finalObservation().signal());
    }

    @Test
    void badShapesAreRefused() {
        assertFault(() -> FieldSpec.step("q", DType.FLOAT32, 0), "'q'", "[0]", "at least 1");
        assertFault(() -> FieldSpec.step("q", DType.FLOAT32, 3, -1), "'q'", "[3, -1]");
        assertFault(() -> FieldSpec.step("q", DType.FLOAT32, 1 << 30), "'q'", "too large");
        int huge = Integer.MAX_VALUE;
        assertFault(() -> FieldSpec.step("q", DType.FLOAT32, huge, huge, huge), "'q'", "too large");
    }

    @Test
    void imagesAreUint8OfThreeDimensions() {
        assertEquals(
                List.of(720, 1280, 3), FieldSpec.image("obs/camera", 720, 1280).shape());
        assertFault(
                () -> new FieldSpec(
                        "obs/camera", DType.FLOAT32, List.of(4, 5, 3), "", "", FieldPhase.STEP, true, false, true),
                "obs/camera",
                "uint8",
                "float32 [4, 5, 3]");
    }

    @Test
    void anUnknownDtypeListsTheKnownOnes() {
        assertFault(() -> DType.of("colour"), "'colour'", "float16", "uint16", "bool");
        assertFault(() -> DType.of("float128"), "'float128'", "did you mean float16 or float32?");
        for (DType dtype : DType.values()) {
            assertEquals(dtype, DType.of(dtype.label()));
        }
    }

    private static void assertFault(Executable faulty, String... words) {
        String message = assertThrows(IllegalArgumentException.class, faulty).getMessage();
        for (String word : words) {
            assertTrue(message.contains(word), "'" + word + "' is missing in: " + message);
        }
    }

    @Test
    void anImageIsAPictureOrADepthImage() {
        assertEquals(
                List.of(240, 320, 1),
                FieldSpec.image("obs/depth", DType.UINT16, 240, 320, 1).shape());
        assertTrue(FieldSpec.image("obs/depth", DType.FLOAT32, 2, 3, 1).image());
        assertTrue(FieldSpec.image("obs/grey", DType.UINT8, 2, 3, 1).image());
        for (DType dtype : List.of(DType.UINT16, DType.FLOAT32, DType.FLOAT64, DType.INT16)) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> FieldSpec.image("obs/depth", dtype, 240, 320, 3));
            assertTrue(
                    e.getMessage()
                            .endsWith("or uint16 or float32 of shape [height, width, 1]; given "
                                    + dtype.label()
                                    + " [240, 320, 3]"),
                    e.getMessage());
        }
    }

    @Test
    void onlyAnImageIsWithoutNoise() {
        FieldSpec image = FieldSpec.image("obs/mask", 4, 5).withoutNoise();
        assertTrue(image.inVideo("viewport").unstored().allowingNonFinite().noiseFree());
        assertTrue(image.withUnit("1").withFrame("world").noiseFree());
        assertFalse(FieldSpec.image("obs/camera", 4, 5).noiseFree(), "where nothing is said");
        FieldSpec joints = FieldSpec.step("obs/q", DType.FLOAT32, 7);
        assertFault(joints::withoutNoise, "'obs/q'", "noise", "only an image", "float32 [7]");
    }

    @Test
    void noVideoShowsADepthImage() {
        FieldSpec depth = FieldSpec.image("obs/wrist_camera", DType.UINT16, 240, 320, 1);
        assertEquals(Optional.empty(), VideoRule.videoOf(depth));
        assertThrows(IllegalArgumentException.class, () -> depth.inVideo(VideoRule.SENSOR));
        FieldSpec grey = FieldSpec.image("obs/wrist_camera", DType.UINT8, 240, 320, 1);
        assertFalse(VideoRule.isFinalOf(grey, depth.finalObservation()), "of another type");
    }

    @Test
    void finalObservation_perStepField_isTheSameOnceUnderItsFinalPath() {
        FieldSpec depth = FieldSpec.image("obs/wrist_depth", DType.FLOAT32, 24, 32, 1)
                .withUnit("m")
                .withFrame("camera")
                .allowingNonFinite()
                .unstored();
        FieldSpec last = depth.finalObservation();
        assertEquals(
                new FieldSpec(
                        "final_obs/wrist_depth",
                        DType.FLOAT32,
                        List.of(24, 32, 1),
                        "m",
                        "camera",
                        FieldPhase.FINAL,
                        true,
                        true,
                        false),
                last);
        assertTrue(VideoRule.isFinalOf(depth, last));
        FieldSpec shown = FieldSpec.image("obs/top", 24, 32).inVideo(VideoRule.SENSOR);
        assertTrue(VideoRule.isFinalOf(shown, shown.withoutNoise().finalObservation()));
        assertFault(
                last::finalObservation,
                "'final_obs/wrist_depth'",
                "is not given each step, so it has no value after the last action");
    }
}
