package io.github.roboreel.tools.recompute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.recorder.spi.MetricSets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of the metrics a is recomputed, b has no value any more, c is new; everything else belongs to other tools. */
class MetricsMergeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                     | {\"a\":-1.5,\"c\":null}",
                "{\"a\":0.0,\"b\":2,\"z\":1.50}         | {\"a\":-1.5,\"z\":1.50,\"c\":null}",
                "{\"z\": NaN, \"a\": NaN, \"y\": [1, {\"a\": 2}]} |"
                        + " {\"z\":NaN,\"a\":-1.5,\"y\":[1, {\"a\": 2}],\"c\":null}",
                "{\"big\":123456789012345678901234567890.10} |"
                        + " {\"big\":123456789012345678901234567890.10,\"a\":-1.5,\"c\":null}",
                "{\"\u00e9\u6f22\":1e3}                   | {\"\\u00E9\\u6F22\":1e3,\"a\":-1.5,\"c\":null}",
                "null                                   | {\"a\":-1.5,\"c\":null}",
                "[1]                                    | {\"a\":-1.5,\"c\":null}",
            })
    void onlyWhatIsKnownChanges(String before, String after) throws IOException {
        assertEquals("{\"metrics\":" + after + "}", merged("{\"metrics\":" + before + "}"));
    }

    @Test
    void aLineWithoutMetricsGetsThem() throws IOException {
        assertEquals("{\"run\":1, \"metrics\": {\"a\":-1.5,\"c\":null}}", merged("{\"run\":1}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[\"metrics:own\"]                            | []",
                "[\"video\",\"metrics:own\", \"metrics\"]   | [\"video\",\"metrics\"]",
                "[\"metrics:broken\" , \"metrics:own\"]     | [\"metrics:broken\"]",
                "[ \"metrics:other\",  \"own\", 7 ]         | [ \"metrics:other\",  \"own\", 7 ]",
                "\"metrics:own\"                              | \"metrics:own\"",
            })
    void onlyASetThatWasRecomputedHasNotFailedAnyMore(String before, String after) throws IOException {
        String metrics = ",\"metrics\":{\"a\":-1.5,\"c\":null}}";
        assertEquals(
                "{\"failed_sinks\": " + after + metrics, merged("{\"failed_sinks\": " + before + ",\"metrics\":{}}"));
    }

    private static String merged(String line) throws IOException {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("a", -1.5);
        values.put("c", null);
        MetricsMerge merge = new MetricsMerge(new MetricSets.Computed(
                values, Set.of("own"), Set.of("a", "b", "c"), Map.of("broken", new IOException())));
        return new String(merge.of(line.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}
