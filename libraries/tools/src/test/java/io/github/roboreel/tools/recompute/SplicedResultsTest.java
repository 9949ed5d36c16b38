package io.github.roboreel.tools.recompute;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplicedResultsTest {
    private static final String NEW = "{\"ee_sparc\":-1.5}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\": 1, \"metrics\": {\"x\": 2}, \"b\": 3} | {\"a\": 1, \"metrics\": @, \"b\": 3}",
                "{\"metrics\":{}} | {\"metrics\":@}",
                "{\"metrics\" : null , \"b\":NaN} | {\"metrics\" : @ , \"b\":NaN}",
                "{\"metrics\": -Infinity} | {\"metrics\": @}",
                "{\"metrics\": 12.50,\"b\":1} | {\"metrics\": @,\"b\":1}",
                "{\"metrics\": \"a \\\" }\"} | {\"metrics\": @}",
                "{\"metrics\": [1, {\"metrics\": 2}]} | {\"metrics\": @}",
                "{\"m\": {\"metrics\": 1}} | {\"m\": {\"metrics\": 1}, \"metrics\": @}",
                "{\"a\":1.0E+2 } | {\"a\":1.0E+2 , \"metrics\": @}",
                "{} | {\"metrics\": @}",
                "  {\"metrics\":1, \"metrics\":2}\t | {\"metrics\":1, \"metrics\":@}",
                "{\"b\":\"h\u00e9\u6f22\ud83e\udd16\",\"metrics\":{}} |"
                        + " {\"b\":\"h\u00e9\u6f22\ud83e\udd16\",\"metrics\":@}",
                "{\"big\":123456789012345678901234567890.10} |"
                        + " {\"big\":123456789012345678901234567890.10, \"metrics\": @}",
            })
    void onlyTheMetricsOfTheObjectChange(String before, String after) throws IOException {
        String line = before + "\n";
        SplicedResults result = SplicedResults.ofLines(bytes(line), fixed(Map.of(1, NEW)));
        assertEquals(after.replace("@", NEW) + "\n", text(result));
        assertEquals(Set.of(1), result.edited());

        SplicedResults array = SplicedResults.ofArray(bytes("[ " + before + ",7]"), fixed(Map.of(1, NEW)));
        assertEquals("[ " + after.replace("@", NEW) + ",7]", text(array));
    }

    @Test
    void linesAreCountedAsReadersCountThem() {
        String file =
                "\uFEFF{\"metrics\":1}\r\n\n{\"metrics\":2}\rnot json\n{\"metrics\":3}\n" + "{\"metrics\":{\"torn\":";
        SplicedResults result =
                SplicedResults.ofLines(bytes(file), fixed(Map.of(1, "A", 3, "B", 4, "C", 5, "D", 6, "E", 9, "F")));
        assertEquals(
                "\uFEFF{\"metrics\":A}\r\n\n{\"metrics\":B}\rnot json\n{\"metrics\":D}\n" + "{\"metrics\":{\"torn\":",
                text(result));
        assertEquals(Set.of(1, 3, 5), result.edited());
    }

    @Test
    void bytesThatAreNoUtf8Stay() {
        byte[] file = "{\"a\":\"?\"}\n{\"metrics\":0}\n".getBytes(StandardCharsets.ISO_8859_1);
        file[6] = (byte) 0xFF;
        byte[] expected = "{\"a\":\"?\"}\n{\"metrics\":1}\n".getBytes(StandardCharsets.ISO_8859_1);
        expected[6] = (byte) 0xFF;
        SplicedResults result = SplicedResults.ofLines(file, fixed(Map.of(1, "1", 2, "1")));
        assertArrayEquals(expected, result.bytes());
        assertEquals(Set.of(2), result.edited());
    }

    @Test
    void elementsOfAnArrayAreCountedAllTogether() throws IOException {
        String file = "[{\"metrics\": 1},\n null, {\"metrics\": 2}, {\"x\": [1]}]\n";
        SplicedResults result = SplicedResults.ofArray(bytes(file), fixed(Map.of(2, "A", 3, "B", 4, "C")));
        assertEquals("[{\"metrics\": 1},\n null, {\"metrics\": B}, {\"x\": [1], \"metrics\": C}]\n", text(result));
        assertEquals(Set.of(3, 4), result.edited());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"metrics\": 1}", "[{\"metrics\": 1}", "[{\"metrics\": 1}, {", ""})
    void whatIsNoArrayIsRefused(String file) {
        assertThrows(IOException.class, () -> SplicedResults.ofArray(bytes(file), fixed(Map.of(1, NEW))));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(SplicedResults result) {
        return new String(result.bytes(), StandardCharsets.UTF_8);
    }

    private static Map<Integer, SplicedResults.Edit> fixed(Map<Integer, String> texts) {
        return texts.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, e -> object -> FieldSplice.with(object, "metrics", e.getValue())));
    }
}
