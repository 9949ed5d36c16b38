package io.github.roboreel.tools.metrics;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a field's value stands in the bytes of a JSON object, so that it can be replaced and every
 * other byte stays.
 *
 * @param start offset of the first byte of the value, or where the field can be inserted
 * @param end offset after the last byte of the value; {@code start} for an insertion
 * @param prefix what an insertion puts before the value
 */
public record FieldSplice(int start, int end, String prefix) {
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxStringLength(Integer.MAX_VALUE)
                                    .build())
                    .build();

    /** A parser of an object's bytes. */
    public static JsonParser parser(byte[] json, int offset, int length) throws IOException {
        return FACTORY.createParser(json, offset, length);
    }

    /**
     * Finds a field of the object whose first token the parser stands on; leaves it on the last.
     *
     * @param base offset of the parser's first byte
     * @throws IOException if the object is not JSON
     */
    public static FieldSplice find(JsonParser parser, String field, int base) throws IOException {
        Map<String, FieldSplice> fields = fields(parser, base);
        if (fields.containsKey(field)) {
            return fields.get(field);
        }
        int brace = base + (int) parser.currentTokenLocation().getByteOffset();
        return new FieldSplice(brace, brace, (fields.isEmpty() ? "" : ", ") + '"' + field + "\": ");
    }

    /**
     * The values of the object whose first token the parser stands on, by name in their order; of a
     * repeated field the last one counts. Leaves the parser on the last token.
     *
     * @param base offset of the parser's first byte
     * @throws IOException if the object is not JSON
     */
    static Map<String, FieldSplice> fields(JsonParser parser, int base) throws IOException {
        Map<String, FieldSplice> fields = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            int start = base + (int) parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            parser.finishToken();
            int end = base + (int) parser.currentLocation().getByteOffset();
            fields.put(name, new FieldSplice(start, end, ""));
        }
        if (parser.currentToken() != JsonToken.END_OBJECT) {
            throw new IOException("the object does not end");
        }
        return fields;
    }
}
