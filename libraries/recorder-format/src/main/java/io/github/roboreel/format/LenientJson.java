package io.github.roboreel.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * JSON as other recorders write it: bare {@code NaN} and {@code Infinity} are numbers, and a field of another type than
 * the format's is absent. For any thread.
 */
public final class LenientJson {
    /** Of a document; each may take a hundred bytes of memory. */
    private static final long MAX_TOKENS = 10_000_000;

    private static final String OTHERS = "others";
    private static final JsonMapper MAPPER = mapper().build();
    private static final ObjectReader TREES = MAPPER.readerFor(JsonNode.class);
    private static final ObjectReader STRICT = TREES.with(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    private static final JsonMapper RECORDS = mapper().annotationIntrospector(new NothingRequired())
            .addModule(new LenientScalars())
            .addHandler(new Absent())
            .withCoercionConfigDefaults(
                    config -> config.setCoercion(CoercionInputShape.EmptyString, CoercionAction.AsNull))
            .build();
    private static final Map<Class<?>, ObjectReader> READERS = new ConcurrentHashMap<>();
    private static final ObjectWriter ASCII =
            MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII).without(JsonWriteFeature.WRITE_NAN_AS_STRINGS);

    private LenientJson() {}

    private static JsonMapper.Builder mapper() {
        StreamReadConstraints limits = StreamReadConstraints.builder()
                .maxStringLength(Integer.MAX_VALUE)
                .maxTokenCount(MAX_TOKENS)
                .build();
        return JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(limits).build())
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /**
     * A document.
     *
     * @param json what it holds; of a repeated key the last value
     * @param repeatsKey whether an object in it has the same key twice
     */
    public record Document(JsonNode json, boolean repeatsKey) {}

    /**
     * A whole document.
     *
     * @throws IOException when it is no JSON
     */
    public static Document parse(String text) throws IOException {
        try {
            return new Document(STRICT.readValue(text), false);
        } catch (MismatchedInputException repeatedKey) {
            return new Document(TREES.readValue(text), true);
        }
    }

    /**
     * A whole file.
     *
     * @throws IOException when it is no JSON, cannot be read, or is no regular file
     */
    public static JsonNode read(Path file) throws IOException {
        requireRegular(file);
        return TREES.readValue(file.toFile());
    }

    /**
     * Refuses a pipe or a device, which might never end.
     *
     * @throws IOException when it is one
     */
    public static void requireRegular(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("it is no regular file");
        }
    }

    /** A reader of trees, for whole documents and for sequences of them. */
    public static ObjectReader trees() {
        return TREES;
    }

    /** A parser of JSON in these bytes. */
    public static JsonParser parser(byte[] json, int offset, int length) throws IOException {
        return MAPPER.getFactory().createParser(json, offset, length);
    }

    /** In one line, other characters than ASCII as escapes, numbers that are not finite as they are. */
    public static String ascii(JsonNode json) {
        try {
            return ASCII.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A record of a document. Its components are null where the document lacks them or has them of another type; what
     * it does not know is passed over.
     *
     * @throws IllegalArgumentException when the document is no object
     */
    public static <T> T bind(JsonNode json, Class<T> type) {
        return bind(json, type, null);
    }

    /**
     * As {@link #bind(JsonNode, Class)}; what the record does not know, and a verdict that is none, goes into a map.
     */
    public static <T> T bind(JsonNode json, Class<T> type, Map<String, Object> others) {
        try {
            return reader(type).withAttribute(OTHERS, others).readValue(json);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /**
     * The same of bytes that hold nothing else.
     *
     * @throws IOException when they are no JSON object, or have a key twice
     */
    public static <T> T bind(byte[] json, Class<T> type, Map<String, Object> others) throws IOException {
        return reader(type).withAttribute(OTHERS, others).readValue(json);
    }

    private static ObjectReader reader(Class<?> type) {
        return READERS.computeIfAbsent(
                type, t -> RECORDS.readerFor(t).with(JsonParser.Feature.STRICT_DUPLICATE_DETECTION));
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

    /** Puts a field into the map of those that the record does not hold, where there is one. */
    @SuppressWarnings("unchecked")
    static void keep(DeserializationContext context, String name, Object value) {
        if (context.getAttribute(OTHERS) instanceof Map<?, ?> others) {
            ((Map<String, Object>) others).put(name, value);
        }
    }

    /** Fields that the format requires may be missing in what others wrote. */
    private static final class NothingRequired extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public Boolean hasRequiredMarker(AnnotatedMember member) {
            return false;
        }
    }

    /** Lists and objects where something else should be are absent; unknown fields are collected where they may be. */
    private static final class Absent extends DeserializationProblemHandler {
        @Override
        public Object handleUnexpectedToken(
                DeserializationContext context, JavaType type, JsonToken token, JsonParser parser, String message)
                throws IOException {
            if (parser.getParsingContext().inRoot()) {
                return NOT_HANDLED;
            }
            parser.skipChildren();
            return null;
        }

        @Override
        public Object handleMissingInstantiator(
                DeserializationContext context,
                Class<?> type,
                ValueInstantiator instantiator,
                JsonParser parser,
                String message) {
            return parser.getParsingContext().inRoot() ? NOT_HANDLED : null;
        }

        @Override
        public boolean handleUnknownProperty(
                DeserializationContext context,
                JsonParser parser,
                JsonDeserializer<?> deserializer,
                Object beanOrClass,
                String name)
                throws IOException {
            if (context.getAttribute(OTHERS) == null) {
                parser.skipChildren();
            } else {
                keep(context, name, context.readValue(parser, Object.class));
            }
            return true;
        }
    }
}
