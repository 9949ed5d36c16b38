package io.github.roboreel.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Reads JSON as other recorders write it: bare {@code NaN} and {@code Infinity} are numbers. */
public final class Json {
    /** Of a document; each may take a hundred bytes of memory. */
    private static final long MOST_TOKENS = 10_000_000;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxTokenCount(MOST_TOKENS)
                            .build())
                    .build())
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final ObjectReader LENIENT = MAPPER.readerFor(JsonNode.class);
    private static final ObjectReader STRICT = LENIENT.with(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

    private Json() {}

    /**
     * A document.
     *
     * @param json what it holds; of a repeated key the last value
     * @param repeatsKey whether an object in it has the same key twice
     */
    public record Document(JsonNode json, boolean repeatsKey) {}

    /** A whole document. */
    public static Document parse(String text) throws IOException {
        try {
            return new Document(STRICT.readValue(text), false);
        } catch (MismatchedInputException repeatedKey) {
            return new Document(LENIENT.readValue(text), true);
        }
    }

    /** A whole file. */
    public static JsonNode read(Path file) throws IOException {
        requireRegular(file);
        return LENIENT.readValue(file.toFile());
    }

    /** A pipe or device might never end. */
    public static void requireRegular(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("it is no regular file");
        }
    }

    public static ObjectReader reader() {
        return MAPPER.reader().forType(JsonNode.class);
    }

    /** A finite number. */
    public static OptionalDouble number(JsonNode node) {
        boolean usable = node.isNumber() && Double.isFinite(node.doubleValue());
        return usable ? OptionalDouble.of(node.doubleValue()) : OptionalDouble.empty();
    }

    /** A whole number, or text that holds one, as older files have it. */
    public static OptionalInt integer(JsonNode node) {
        if (node.isTextual() && node.textValue().matches("-?\\d{1,9}")) {
            return OptionalInt.of(Integer.parseInt(node.textValue()));
        }
        boolean whole = node.isNumber() && node.doubleValue() == Math.rint(node.doubleValue());
        return whole && node.canConvertToInt() ? OptionalInt.of(node.intValue()) : OptionalInt.empty();
    }

    /** The texts of a list; what is no text is left out. */
    public static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        if (array.isArray()) {
            array.forEach(element -> Optional.ofNullable(element.textValue()).ifPresent(texts::add));
        }
        return List.copyOf(texts);
    }

    /** The parser's complaint without its position, which counts within the line. */
    public static String reason(IOException e) {
        String message = e instanceof JsonProcessingException parsing ? parsing.getOriginalMessage() : e.getMessage();
        return message == null ? e.toString() : message.replaceAll("\\s*\\R\\s*", " ");
    }
}
