package io.github.roboreel.format;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * JSON of a recording's files: one reader and the three ways of writing that they need. JSON has no NaN and no
 * infinity: they are written as null. What follows a document's end makes it no JSON. For any thread.
 */
public final class FormatJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new FiniteNumbers())
                    .addSerializer(Float.class, new FiniteNumbers()))
            .build();
    private static final ObjectWriter ASCII = MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);
    private static final ObjectWriter PYTHON =
            MAPPER.writer(new PythonSeparators()).with(new AttributeEscapes());

    private FormatJson() {}

    /**
     * A whole document.
     *
     * @return a missing node of an empty text
     * @throws JsonProcessingException when it is no JSON
     */
    public static JsonNode read(String json) throws JsonProcessingException {
        return MAPPER.readTree(json);
    }

    /**
     * A whole document in UTF-8.
     *
     * @throws IOException when it is no JSON
     */
    public static JsonNode read(byte[] json) throws IOException {
        return MAPPER.readTree(json);
    }

    /**
     * A record of a whole document.
     *
     * @throws IOException when it is no JSON, or none of that record
     */
    public static <T> T read(byte[] json, Class<T> type) throws IOException {
        return MAPPER.readValue(json, type);
    }

    /** An attribute that holds JSON; a missing node where it holds none. */
    public static JsonNode readOrMissing(Object attribute) {
        try {
            return attribute instanceof String text ? read(text) : MissingNode.getInstance();
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** The tree of a record, a map or a list. */
    public static <T extends JsonNode> T tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /**
     * A value as attributes have it: Long, Double, Boolean or String. Whole numbers that no Long holds are their
     * digits.
     *
     * @return empty for null, lists and objects
     */
    public static Optional<Object> attribute(JsonNode value) {
        if (value.isIntegralNumber()) {
            return Optional.of(value.canConvertToLong() ? (Object) value.longValue() : value.asText());
        }
        if (value.isNumber()) {
            return Optional.of(value.doubleValue());
        }
        return value.isBoolean() ? Optional.of(value.booleanValue()) : Optional.ofNullable(value.textValue());
    }

    /** Without blanks, in one line. */
    public static String text(Object value) {
        return text(MAPPER.writer(), value);
    }

    /** Without blanks, in one line, other characters than ASCII as escapes. */
    public static String ascii(Object value) {
        return text(ASCII, value);
    }

    /** In lines, indented by two. */
    public static String pretty(Object value) {
        return text(MAPPER.writerWithDefaultPrettyPrinter(), value);
    }

    /** With Python's separators and its escapes of what is not in Unicode's basic plane, as attributes have it. */
    public static String python(Object value) {
        return text(PYTHON, value);
    }

    /** Text in UTF-8. */
    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ObjectWriter writer, Object value) {
        try {
            return writer.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    Sentence.of("a value cannot be written as JSON: %s", e.getOriginalMessage()), e);
        }
    }

    private static final class FiniteNumbers extends JsonSerializer<Number> {
        @Override
        public void serialize(Number value, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (!Double.isFinite(value.doubleValue())) {
                json.writeNull();
            } else if (value instanceof Float) {
                json.writeNumber(value.floatValue());
            } else {
                json.writeNumber(value.doubleValue());
            }
        }
    }

    private static final class PythonSeparators extends MinimalPrettyPrinter {
        private static final long serialVersionUID = 1L;

        @Override
        public void writeObjectFieldValueSeparator(JsonGenerator json) throws IOException {
            json.writeRaw(": ");
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
            json.writeRaw(", ");
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
            json.writeRaw(", ");
        }
    }

    /** Control characters and halves of pairs by their numbers; all else as it is. */
    private static final class AttributeEscapes extends CharacterEscapes {
        private static final long serialVersionUID = 1L;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            for (int c = 0; c < ' '; c++) {
                codes[c] = ESCAPE_CUSTOM;
            }
            return codes;
        }

        @Override
        public SerializableString getEscapeSequence(int c) {
            boolean isEscaped = c < ' ' || c <= Character.MAX_VALUE && Character.isSurrogate((char) c);
            return isEscaped ? new SerializedString(Sentence.of("\\u%04x", c)) : null;
        }
    }
}
