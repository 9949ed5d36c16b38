package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusCodeTest {
    @Test
    void everyConditionHasASuccessAndAFailureOfTheSameName() {
        for (int success = 101; success <= 145; success++) {
            StatusCode code = StatusCode.of(success).orElseThrow();
            StatusCode pair = StatusCode.of(success + 109).orElseThrow();
            assertEquals(code.name().replace("_SUCCESS", "_FAILURE"), pair.name());
            assertEquals(Optional.of(pair), code.counterpart());
            assertEquals(Optional.of(code), pair.counterpart());
            assertTrue(code.isSuccess() && !code.isFailure());
            assertTrue(pair.isFailure() && !pair.isSuccess());
        }
        assertEquals(Optional.of(StatusCode.UNKNOWN_FAILURE), pairOf(100));
        for (int single : new int[] {0, 255, 258, 261, 263, 265}) {
            assertEquals(Optional.empty(), pairOf(single), "code " + single);
        }
    }

    private static Optional<StatusCode> pairOf(int number) {
        return StatusCode.of(number).orElseThrow().counterpart();
    }

    @Test
    void theNumbersAreThoseOfTheTableAndNoOthers() {
        Set<Integer> expected = new TreeSet<>(Set.of(0, 100, 200));
        for (int number = 101; number <= 145; number++) {
            expected.add(number);
        }
        for (int number = 210; number <= 265; number++) {
            expected.add(number);
        }
        Set<Integer> numbers = Arrays.stream(StatusCode.values())
                .map(StatusCode::number)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, numbers);
        assertEquals(expected.size(), StatusCode.values().length, "no number twice");
    }

    @ParameterizedTest
    @CsvSource({
        "0, OK",
        "101, OBJECT_PLACED_IN_CONTAINER_SUCCESS",
        "112, OBJECT_PLACED_ENCLOSED_SUCCESS",
        "123, OBJECT_AT_SUCCESS",
        "128, OBJECT_ABOVE_SUCCESS",
        "137, OBJECT_NEXT_TO_SUCCESS",
        "139, OBJECT_GRABBED_SUCCESS",
        "145, STACKED_SUCCESS",
        "210, OBJECT_PLACED_IN_CONTAINER_FAILURE",
        "250, WRONG_OBJECT_GRABBED_FAILURE",
        "256, GRIPPER_FULLY_CLOSED",
        "265, MULTIPLE_OBJECTS_GRABBED",
        "201, UNKNOWN(201)",
        "65535, UNKNOWN(65535)",
        "-1, UNKNOWN(-1)"
    })
    void aNumberHasAText(int number, String name) {
        assertEquals(name, StatusCode.nameOf(number));
    }

    @ParameterizedTest
    @CsvSource({
        "object_grabbed, OBJECT_GRABBED_SUCCESS, OBJECT_GRABBED_FAILURE",
        "stacked, STACKED_SUCCESS, STACKED_FAILURE",
        "object_above_top_surface, OBJECT_ABOVE_SUCCESS, OBJECT_ABOVE_FAILURE",
        "object_picked_up, UNKNOWN_SUCCESS, UNKNOWN_FAILURE"
    })
    void aConditionFunctionHasItsCodes(String function, StatusCode success, StatusCode failure) {
        assertEquals(success, StatusCode.successOf(function));
        assertEquals(failure, StatusCode.failureOf(function));
    }

    @Test
    void talliesCountTheseAndDropTheEnding() {
        Map<Integer, String> tallied = Arrays.stream(StatusCode.values())
                .filter(StatusCode::isTallied)
                .collect(Collectors.toMap(StatusCode::number, StatusCode::tallyName));
        assertEquals(Set.of(250, 255, 256, 257, 258, 259, 260, 262, 263, 264, 265), tallied.keySet());
        assertEquals("WRONG_OBJECT_GRABBED", tallied.get(250));
        assertEquals("OBJECT_BUMPED", tallied.get(258));
    }

    @Test
    void anAliasIsReadAndNeverWritten() {
        assertEquals(Optional.of(StatusCode.WRONG_OBJECT_GRABBED_FAILURE), StatusCode.find("WRONG_OBJECT_GRABBED"));
        assertEquals(
                Optional.of(StatusCode.OBJECT_ABOVE_BOTTOM_FAILURE),
                StatusCode.find("OBJECT_ABOVE_BOTTOM_SURFACE_FAILURE"));
        assertEquals(5, StatusCode.aliases().size());
        for (StatusCode code : StatusCode.values()) {
            assertFalse(StatusCode.aliases().containsKey(code.name()), code.name());
        }
        assertEquals(Optional.empty(), StatusCode.find("OBJECT_EATEN"));
        assertEquals(Optional.empty(), StatusCode.find("OBJECT_GRABBED"));
        assertEquals(Optional.of(StatusCode.OBJECT_GRABBED_FAILURE), StatusCode.meantBy("OBJECT_GRABBED"));
        assertEquals(Optional.of(StatusCode.OBJECT_GRABBED_SUCCESS), StatusCode.meantBy("OBJECT_GRABBED_SUCCESS"));
    }
}
