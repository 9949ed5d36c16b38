package io.github.roboreel.recorder.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaFileTest {
    @TempDir
    private Path folder;

    @Test
    void everyKeyArrives() throws IOException {
        FieldSchema schema = load("""
                        fields:
                          - {path: actions, dtype: float32, shape: [8], unit: rad, frame: joint}
                          - {path: subtask/score, dtype: float32, non_finite_allowed: true}
                          - {path: obs/camera, dtype: uint8, shape: [4, 5, 3], image: true}
                          - {path: view, dtype: uint8, shape: [4, 5, 1], image: true, stored: false, video: viewport}
                          - {path: obs/q, dtype: float32, shape: [2], names: [a, b], units: [rad, m], low: -1, high: [1, null]}
                          - {path: obs/gear, dtype: int8, num_values: 6}
                          - {path: obs/turn, dtype: float32, shape: [4], quaternion: xyzw}
                          - {path: obs/mask, dtype: uint8, shape: [4, 5, 3], image: true, noise_free: true}
                          - {path: initial_state/q, dtype: float64, shape: [7], phase: initial}
                          - {path: final_obs/q, dtype: float16, shape: [2, 3], phase: final}
                        """);
        assertEquals(
                List.of(
                        FieldSpec.step("actions", DType.FLOAT32, 8)
                                .withUnit("rad")
                                .withFrame("joint"),
                        FieldSpec.step("subtask/score", DType.FLOAT32).allowingNonFinite(),
                        FieldSpec.image("obs/camera", 4, 5),
                        new FieldSpec(
                                "view",
                                DType.UINT8,
                                List.of(4, 5, 1),
                                "",
                                "",
                                FieldPhase.STEP,
                                true,
                                false,
                                false,
                                "viewport",
                                false),
                        FieldSpec.step("obs/q", DType.FLOAT32, 2)
                                .withNames("a", "b")
                                .withUnits("rad", "m")
                                .withBounds(new double[] {-1}, new double[] {1, Double.POSITIVE_INFINITY}),
                        FieldSpec.step("obs/gear", DType.INT8).withNumValues(6),
                        FieldSpec.step("obs/turn", DType.FLOAT32, 4).withQuaternion("xyzw"),
                        FieldSpec.image("obs/mask", 4, 5).withoutNoise(),
                        FieldSpec.initial("initial_state/q", DType.FLOAT64, 7),
                        FieldSpec.finalObservation("final_obs/q", DType.FLOAT16, 2, 3)),
                schema.specs().subList(0, 10));
    }

    @Test
    void faultsOfAllFieldsAreReportedAtOnce() {
        ConfigException refused = refused("""
                        fields:
                          - {path: actions, dtype: float128, shape: [8]}
                          - {path: fine, dtype: float32}
                          - {path: q, dtype: float32, shape: [0]}
                          - {path: v, dtype: float32, colour: red}
                          - {path: w, dtype: float32, phase: sometimes}
                          - {path: x, dtype: float32, shape: [1.5]}
                          - {dtype: float32}
                        """);
        assertEquals(6, refused.faults().size(), refused.getMessage());
        assertFault(refused, "field 0 (actions)", "float128");
        assertFault(refused, "field 2 (q)", "[0]");
        assertFault(refused, "field 3 (v)", "'colour'");
        assertFault(refused, "field 4 (w)", "'sometimes'");
        assertFault(refused, "field 5 (x)", "whole numbers");
        assertFault(refused, "field 6 (no path)");
        assertTrue(refused.getMessage().contains("schema.yaml"));
    }

    @Test
    void aShapeThatIsNoListIsRefused() {
        assertFault(refused("fields: [{path: q, dtype: float32, shape: 8}]"), "(q)", "shape");
    }

    @Test
    void aFlagThatIsNoBooleanIsRefused() {
        assertFault(refused("fields: [{path: q, dtype: uint8, shape: [4, 5, 3], image: perhaps}]"), "(q)", "image");
    }

    @Test
    void aVideoThatDoesNotExistIsRefused() {
        assertFault(
                refused("fields: [{path: q, dtype: uint8, shape: [4, 5, 3], image: true, video: front}]"),
                "(q)",
                "'front'",
                "sensor, viewport, none");
    }

    @Test
    void aShapeBeyondAllNumbersIsRefused() {
        assertFault(
                refused("fields: [{path: q, dtype: uint8, shape: [2000000000, 2000000000, 2000000000]}]"),
                "(q)",
                "too large");
    }

    @Test
    void duplicatePathsNameTheFile() {
        ConfigException refused = refused("fields: [{path: q, dtype: int16}, {path: q, dtype: int32}]");
        assertFault(refused, "'q'", "twice");
        assertTrue(refused.getMessage().contains("schema.yaml"), refused.getMessage());
    }

    @Test
    void filesThatAreNoSchemaAreRefused() {
        assertFault(refused("feilds: []"), "'fields'");
        assertFault(refused("fields: []"), "'fields'", "at least one");
        assertFault(refused("- 1"), "mapping");
        assertFault(refused("fields: [1"), "not valid YAML");
        ConfigException absent =
                assertThrows(ConfigException.class, () -> FieldSchema.load(folder.resolve("absent.yaml")));
        assertTrue(absent.getMessage().contains("absent.yaml"));
    }

    @Test
    void aPlaceholderStandsForAFieldEach() throws IOException {
        Path file = Files.writeString(folder.resolve("schema.yaml"), """
                fields:
                  - {path: actions, dtype: float32, shape: [8]}
                  - {path: bbox/<object>/mm, dtype: int16, shape: [8, 3], unit: mm}
                  - {path: bbox/tray/mm, dtype: int16, shape: [8, 3], unit: mm}
                """);
        FieldSchema schema = FieldSchema.load(file, Map.of("<object>", List.of("cup", "plate")));
        assertEquals(
                List.of("actions", "bbox/cup/mm", "bbox/plate/mm", "bbox/tray/mm"),
                schema.storedSpecs().stream()
                        .map(FieldSpec::path)
                        .filter(path -> !path.startsWith("timestamps/"))
                        .toList());
        assertEquals(
                schema.field("bbox/tray/mm").spec().typeText(),
                schema.field("bbox/cup/mm").spec().typeText());
        assertEquals("mm", schema.field("bbox/plate/mm").spec().unit());
        assertThrows(ConfigException.class, () -> FieldSchema.load(file, Map.of()));
    }

    private FieldSchema load(String yaml) throws IOException {
        return FieldSchema.load(Files.writeString(folder.resolve("schema.yaml"), yaml));
    }

    private ConfigException refused(String yaml) {
        return assertThrows(ConfigException.class, () -> load(yaml));
    }

    private static void assertFault(ConfigException refused, String... words) {
        assertTrue(
                refused.faults().stream().anyMatch(f -> List.of(words).stream().allMatch(f::contains)),
                List.of(words) + " are not in one fault of " + refused.faults());
    }
}
