package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceTest {
    private static Space.Member leaf(String name, DType dtype, Long... shape) {
        return new Space.Member(name, dtype, List.of(shape), FieldSignal.NONE);
    }

    @Test
    void everyElementHasItsBounds() {
        assertEquals(
                "{\"type\":\"Dict\",\"subspaces\":{\"arm\":{\"type\":\"Dict\",\"subspaces\":{"
                        + "\"q\":{\"type\":\"Box\",\"dtype\":\"float32\",\"shape\":[2],"
                        + "\"low\":[\"-inf\",\"-inf\"],\"high\":[\"inf\",\"inf\"]}}},"
                        + "\"clock\":{\"type\":\"Box\",\"dtype\":\"int64\",\"shape\":[],"
                        + "\"low\":-9223372036854775808,\"high\":9223372036854775807},"
                        + "\"on\":{\"type\":\"MultiBinary\",\"n\":[1,2]}}}",
                Space.of(List.of(
                                leaf("arm/q", DType.FLOAT32, 2L),
                                leaf("clock", DType.INT64),
                                leaf("on", DType.BOOL, 1L, 2L)))
                        .text(false));
    }

    @Test
    void isWithOrWithoutBounds_ofTheSameSpaceWithoutBounds_isTrueOneWay() {
        FieldSignal bounds = new FieldSignal(List.of(), List.of(), List.of(-1.0, -2.0), List.of(1.0), List.of(), "");
        Space.Member bounded = new Space.Member("arm/q", DType.FLOAT32, List.of(2L), bounds);
        Space.Member flag = leaf("on", DType.BOOL, 1L);
        FieldSignal choice = new FieldSignal(List.of(), List.of(), List.of(), List.of(), List.of(6L), "");
        Space.Member gear = new Space.Member("gear", DType.INT8, List.of(1L), choice);
        Space with = read(bounded, gear, flag);
        Space without = read(leaf("arm/q", DType.FLOAT32, 2L), leaf("gear", DType.INT8, 1L), flag);
        Space older = Space.parse(without.text(false)
                .replace(
                        "{\"type\":\"MultiBinary\",\"n\":[1]}",
                        "{\"type\":\"Box\",\"dtype\":\"uint8\",\"shape\":[1],\"low\":[0],\"high\":[1]}"));
        assertNotEquals(without, older);
        assertTrue(older.isWithOrWithoutBounds(with));
        assertTrue(without.isWithOrWithoutBounds(with));
        assertTrue(with.isWithOrWithoutBounds(with));
        assertFalse(with.isWithOrWithoutBounds(without));
        assertFalse(read(leaf("arm/q", DType.FLOAT64, 2L), leaf("gear", DType.INT8, 1L), flag)
                .isWithOrWithoutBounds(with));
        assertFalse(read(leaf("arm/q", DType.FLOAT32, 2L), flag).isWithOrWithoutBounds(with));
    }

    /** As a dataset's metadata have it. */
    private static Space read(Space.Member... members) {
        return Space.parse(Space.of(List.of(members)).text(false));
    }

    @Test
    void theOldMinariReadsTokens() {
        assertEquals(
                "{\"type\":\"Box\",\"dtype\":\"float64\",\"shape\":[]," + "\"low\":-Infinity,\"high\":Infinity}",
                Space.of(List.of(leaf("", DType.FLOAT64))).text(true));
    }

    @Test
    void whatIsWrittenReadsBack() throws IOException {
        List<Space.Member> leaves = List.of(
                leaf("a/b", DType.FLOAT16, 3L),
                leaf("a/c", DType.UINT16, 2L, 2L),
                leaf("camera", DType.UINT8, 32L, 33L, 3L),
                leaf("mask", DType.BOOL, 32L, 33L));
        Map<String, MinariArray> found =
                SpaceLeaves.of("observations", Space.of(leaves).text(false));
        assertEquals(
                Map.of(
                        "observations/a/b",
                        new MinariArray("observations/a/b", DType.FLOAT16, List.of(3L), false),
                        "observations/a/c",
                        new MinariArray("observations/a/c", DType.UINT16, List.of(2L, 2L), false),
                        "observations/camera",
                        new MinariArray("observations/camera", DType.UINT8, List.of(32L, 33L, 3L), true),
                        "observations/mask",
                        new MinariArray("observations/mask", DType.UINT8, List.of(32L, 33L), false)),
                found);
    }

    @Test
    void theBoundsOfALargeCameraAreReadInLittleMemory() throws IOException {
        String text =
                Space.of(List.of(leaf("camera", DType.UINT8, 1080L, 1920L, 3L))).text(false);
        assertTrue(text.length() > 40_000_000);
        MinariArray camera = SpaceLeaves.of("observations", text).get("observations/camera");
        assertTrue(camera.picture());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"Box\",\"dtype\":\"float32\",\"shape\":[2],\"low\":0,\"high\":1}",
                "{\"type\":\"Box\",\"dtype\":\"float32\",\"shape\":[],\"low\":null,\"high\":1}",
                "{\"type\":\"Box\",\"dtype\":\"float32\",\"shape\":[],\"low\":2,\"high\":1}",
                "{\"type\":\"Box\",\"dtype\":\"float32\",\"shape\":[],\"low\":\"inf\",\"high\":1}",
                "{\"type\":\"Box\",\"dtype\":\"uint8\",\"shape\":[1],\"low\":[0],\"high\":[256]}",
                "{\"type\":\"Box\",\"dtype\":\"int16\",\"shape\":[],\"low\":\"-inf\",\"high\":1}",
                "{\"type\":\"Blob\"}",
                "nonsense"
            })
    void whatMinariWouldNotReadIsFound(String text) {
        String message = assertThrows(IOException.class, () -> SpaceLeaves.of("actions", text))
                .getMessage();
        assertTrue(message.contains("actions"), message);
    }
}
