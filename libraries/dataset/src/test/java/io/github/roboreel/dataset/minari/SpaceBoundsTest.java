package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpaceBoundsTest {
    private static SpaceBounds bounds(DType dtype, String json) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            return SpaceBounds.read("observations/q", dtype, List.of(), parser);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "UINT64, 0, 18446744073709551615",
        "UINT64, 9223372036854775807, 9223372036854775808",
        "INT64, -9223372036854775808, 9223372036854775807",
        "UINT8, 0, 255",
        "FLOAT32, -1.5, 1.5"
    })
    void aLowerBoundIsNeverAboveTheUpperOne(DType dtype, String low, String high) throws IOException {
        bounds(dtype, low).requireBelow(bounds(dtype, high));
        IOException refused =
                assertThrows(IOException.class, () -> bounds(dtype, high).requireBelow(bounds(dtype, low)));
        assertTrue(refused.getMessage().contains("observations/q has a lower bound above"), refused.getMessage());
    }

    @Test
    void aBoundThatTheTypeDoesNotHaveIsRefused() {
        assertThrows(IOException.class, () -> bounds(DType.UINT64, "-1"));
    }
}
