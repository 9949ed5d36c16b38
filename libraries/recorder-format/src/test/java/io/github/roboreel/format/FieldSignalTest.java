package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldSignalTest {
    @Property(tries = 200)
    void json_ofAnySignal_readsBackEqual(@ForAll("signals") FieldSignal signal) throws Exception {
        String json = FormatJson.python(Map.of("a/b", signal.map()));
        Signals read = Signals.of(Map.of(AttributeNames.SIGNALS, json));
        assertTrue(read.fault().isEmpty(), json);
        assertEquals(signal, read.of("a/b"), json);
    }

    @Provide
    Arbitrary<FieldSignal> signals() {
        Arbitrary<List<String>> texts =
                Arbitraries.strings().ofMaxLength(5).list().ofMaxSize(4);
        Arbitrary<Double> numbers = Arbitraries.doubles().between(-1e300, 1e300).ofScale(9);
        Arbitrary<Double> lows = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(5, numbers),
                net.jqwik.api.Tuple.of(1, Arbitraries.just(Double.NEGATIVE_INFINITY)));
        Arbitrary<Double> highs = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(5, numbers),
                net.jqwik.api.Tuple.of(1, Arbitraries.just(Double.POSITIVE_INFINITY)));
        return Combinators.combine(
                        texts,
                        texts,
                        lows.list().ofMaxSize(4),
                        highs.list().ofMaxSize(4),
                        Arbitraries.longs().list().ofMaxSize(4),
                        Arbitraries.of("", "wxyz", "xyzw"))
                .as(FieldSignal::new);
    }

    @Test
    void of_singleValues_areListsOfOne() throws Exception {
        FieldSignal read =
                FieldSignal.of(FormatJson.read("{'low': -1, 'high': 2.5, 'num_values': 3}".replace('\'', '"')));
        assertEquals(new FieldSignal(List.of(), List.of(), List.of(-1.0), List.of(2.5), List.of(3L), ""), read);
        assertEquals(-1, read.low(7));
        assertEquals(2.5, read.high(7));
        assertEquals(3, read.numValues(7));
        assertEquals("[7]", read.label(7));
    }

    @Test
    void elements_ofWhichNothingIsSaid_areUnbounded() {
        assertTrue(FieldSignal.NONE.isEmpty());
        assertEquals(Double.NEGATIVE_INFINITY, FieldSignal.NONE.low(3));
        assertEquals(Double.POSITIVE_INFINITY, FieldSignal.NONE.high(3));
        assertEquals(0, FieldSignal.NONE.numValues(3));
        assertEquals(Map.of(), FieldSignal.NONE.map());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'names': 3}                | key 'names' holds 3; expected a list of texts",
                "{'units': ['m', 3]}         | key 'units' holds 3; expected a list of texts",
                "{'low': ['a']}              | key 'low' holds \"a\"; expected a list of numbers",
                "{'num_values': [1.5]}       | key 'num_values' holds 1.5; expected a list of whole numbers",
                "{'num_values': null}        | key 'num_values' holds null; expected a list of whole numbers",
                "{'quaternion': ['wxyz']}    | key 'quaternion' is [\"wxyz\"]; expected a text"
            })
    void of_otherValues_isRefusedByKey(String json, String sentence) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> FieldSignal.of(FormatJson.read(json.replace('\'', '"'))));
        assertEquals(sentence, refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "float32|3|{'names': ['a', 'b']}|has 2 names; expected 3, one for each element of a row",
                "float32|3|{'names': ['a', 'b', 'a']}|has two elements 'a', 0 and 2; give each a name of its own",
                "float32|3|{'low': [1, 2]}|has 2 low bounds; expected 3, one for each element of a row, or 1 for all",
                "float32|2|{'names': ['x', 'y'], 'low': [0, 3], 'high': 2}|has element 'y' from 3.0 to 2.0; the low bound"
                        + " must not be above the high one, and neither NaN",
                "float32|3|{'quaternion': 'wxyz'}|ends in a quaternion, so its last axis has 4 floating-point elements,"
                        + " or 7 of a pose; given float32[3]",
                "int32|4|{'quaternion': 'wxyz'}|ends in a quaternion, so its last axis has 4 floating-point elements,"
                        + " or 7 of a pose; given int32[4]",
                "float32|4|{'quaternion': 'wzyx'}|has a quaternion of order 'wzyx'; expected one of [wxyz, xyzw]",
                "int8|2|{'num_values': [128, 129]}|has element [1] of 129 values from 0.0, which int8 cannot hold;"
                        + " expected at least 1 within -128 to 127",
                "uint8|1|{'num_values': 2, 'low': -1}|has element [0] of 2 values from -1.0, which uint8 cannot hold;"
                        + " expected at least 1 within 0 to 255",
                "int64|1|{'num_values': 9223372036854775807, 'low': 2}|has element [0] of 9223372036854775807 values"
                        + " from 2.0, which int64 cannot hold; expected at least 1 within -9223372036854775808 to"
                        + " 9223372036854775807",
                "float32|1|{'num_values': 2}|has numbers of values, which only whole numbers and booleans have; given"
                        + " float32",
                "int8|1|{'num_values': 2, 'high': 1}|has both numbers of values and high bounds; the last value follows"
                        + " from the number, so leave 'high' out",
                "uint8|2|{'low': [0, 300], 'high': 400}|has element [1] from 300.0 to 400.0, where uint8 has no value;"
                        + " expected bounds within 0 to 255",
                "int8|1|{'low': 0.2, 'high': 0.8}|has element [0] from 0.2 to 0.8, where int8 has no value; expected"
                        + " bounds within -128 to 127",
                "text|4|{'low': 0}|is a text, which has no elements to name or bound"
            })
    void requireFits_whatNoFieldCanBe_isRefusedByElement(String dtype, int size, String json, String sentence)
            throws Exception {
        FieldSignal signal = FieldSignal.of(FormatJson.read(json.replace('\'', '"')));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> signal.requireFits(DType.of(dtype), List.of(size)));
        assertEquals(sentence, refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "float64|7|{'quaternion': 'xyzw'}",
                "bool|3|{'num_values': 2}",
                "int8|1|{'num_values': 256, 'low': -128}",
                "int8|2|{'num_values': [2, 3], 'low': [-1, 0], 'high': [null, null]}",
                "uint64|1|{'num_values': 9223372036854775807}",
                "int16|2|{'low': [null, 0], 'high': [5, null]}"
            })
    void requireFits_whatAFieldCanBe_passes(String dtype, int size, String json) throws Exception {
        FieldSignal.of(FormatJson.read(json.replace('\'', '"'))).requireFits(DType.of(dtype), List.of(size));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1]|is no JSON object",
                "{\"a\": {\"low\": \"x\"}, \"b\": {\"low\": 1}}|says of 'a': key 'low' holds \"x\"; expected a list of numbers"
            })
    void signals_thatAreDamaged_areReadWithoutIt(String text, String fault) {
        Signals read = Signals.of(Map.of(AttributeNames.SIGNALS, text));
        assertEquals(fault, read.fault().orElseThrow());
        assertEquals(FieldSignal.NONE, read.of("a"));
        assertEquals(
                text.startsWith("[") ? FieldSignal.NONE.low(0) : 1, read.of("b").low(0));
    }

    @Test
    void signals_thatAreNoJson_areAFault() {
        String fault =
                Signals.of(Map.of(AttributeNames.SIGNALS, "{\"a\": ")).fault().orElseThrow();
        assertTrue(fault.startsWith("is no JSON: "), fault);
    }
}
