package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FormatJsonTest {
    @Test
    void attributesHavePythonsSeparatorsAndEscapes() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("a", List.of(1, 2.5, 1e-5, -0.0f, new BigDecimal("1.50")));
        value.put("b", Map.of());
        value.put("c \"\\/\n\u001f\u007f", "\u00e9\ud83d\ude00");
        value.put("d", Arrays.asList(true, null, Double.NaN));
        assertEquals(
                "{\"a\": [1, 2.5, 1.0E-5, -0.0, 1.50], \"b\": {}, "
                        + "\"c \\\"\\\\/\\u000a\\u001f\u007f\": \"\u00e9\\ud83d\\ude00\", \"d\": [true, null, null]}",
                FormatJson.python(value));
    }

    @Test
    void linesAreAsciiWithoutBlanks() {
        assertEquals("{\"a\":[\"\\u00E9\",null]}", FormatJson.ascii(Map.of("a", Arrays.asList("\u00e9", Double.NaN))));
    }

    @Property
    void attributesReadBackEqual(@ForAll String key, @ForAll double number, @ForAll List<String> texts)
            throws JsonProcessingException {
        JsonNode back = FormatJson.read(FormatJson.python(Map.of(key, Arrays.asList(number, texts))));
        assertEquals(Double.isFinite(number) ? number : 0, back.get(key).get(0).asDouble());
        for (int i = 0; i < texts.size(); i++) {
            assertEquals(texts.get(i), back.get(key).get(1).get(i).textValue());
        }
    }

    @Test
    void whatFollowsADocumentMakesItNone() {
        assertThrows(JsonProcessingException.class, () -> FormatJson.read("{} x"));
        assertTrue(FormatJson.readOrMissing("{} x").isMissingNode());
        assertTrue(FormatJson.readOrMissing(null).isMissingNode());
    }

    @Test
    void metadataIsMeasuredInTheBytesThatAreStored() {
        String e = "\u00e9".repeat((EpisodeMetadata.MAX_BYTES - "{\"k\": \"\"}".length()) / 2);
        assertEquals(EpisodeMetadata.MAX_BYTES, EpisodeMetadata.bytes(Map.of("k", e + "x")).length);
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> EpisodeMetadata.bytes(Map.of("k", e + e)));
        assertTrue(refused.getMessage().contains("expected at most 4096"), refused.getMessage());
    }

    @Test
    void metadataSaysWhatWasNotJudgedAndWhatIsIrregular() {
        assertTrue(metadata("{\"unjudged\": true}").isUnjudged());
        assertFalse(metadata("{\"note\": {\"unjudged\": true}}").isUnjudged());
        assertTrue(metadata("{\"episode_attributes\": {\"irregular_steps\": true}}")
                .isIrregular());
        assertFalse(metadata("no JSON").isIrregular());
    }

    private static EpisodeMetadata metadata(String json) {
        return EpisodeMetadata.of(Map.of(AttributeNames.EPISODE_METADATA, json));
    }

    @Test
    void aWrongGrabsObjectIsReadFromRobolabsSentence() {
        assertEquals("mug", EventSummary.objectOf(250, "Wrong object grabbed: 'mug' (target objects: ['tea'])"));
        assertEquals("nut's", EventSummary.objectOf(250, "Wrong object grabbed: 'nut's' (target objects: ['tea'])"));
        assertEquals("mug", EventSummary.objectOf(250, "Wrong object grabbed: 'mug'"));
        assertEquals("", EventSummary.objectOf(258, "Wrong object grabbed: 'mug'"));
    }
}
