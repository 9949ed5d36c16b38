package io.github.roboreel.tools.recompute;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.roboreel.format.LenientJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Place of a field's value in the bytes of a JSON object, so that it can be replaced and every other byte stays.
 *
 * @param start offset of the first byte of the value, or where the field can be inserted
 * @param end offset after the last byte of the value; {@code start} for an insertion
 * @param prefix what an insertion puts before the value
 */
public record FieldSplice(int start, int end, String prefix) {
    /**
     * The object with another value of a field, which is added where there is none.
     *
     * @param object nothing but a JSON object
     * @param value JSON text
     * @throws IOException if it is no JSON object
     */
    public static byte[] with(byte[] object, String field, String value) throws IOException {
        FieldSplice at = find(object, field);
        ByteArrayOutputStream out = new ByteArrayOutputStream(object.length + value.length());
        out.write(object, 0, at.start());
        out.writeBytes((at.prefix() + value).getBytes(StandardCharsets.UTF_8));
        out.write(object, at.end(), object.length - at.end());
        return out.toByteArray();
    }

    private static FieldSplice find(byte[] object, String field) throws IOException {
        Map<String, FieldSplice> fields = new LinkedHashMap<>();
        int brace = collect(object, fields);
        FieldSplice end = new FieldSplice(brace, brace, (fields.isEmpty() ? "" : ", ") + '"' + field + "\": ");
        return fields.getOrDefault(field, end);
    }

    /**
     * The values of an object by name in their order; of a repeated field the last one counts.
     *
     * @throws IOException if it is no JSON object
     */
    static Map<String, FieldSplice> fields(byte[] object) throws IOException {
        Map<String, FieldSplice> fields = new LinkedHashMap<>();
        collect(object, fields);
        return fields;
    }

    /** Puts them into the map; returns the offset of the closing brace. */
    private static int collect(byte[] object, Map<String, FieldSplice> fields) throws IOException {
        try (JsonParser parser = LenientJson.parser(object, 0, object.length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("is no JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                int start = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                parser.finishToken();
                int end = (int) parser.currentLocation().getByteOffset();
                fields.put(name, new FieldSplice(start, end, ""));
            }
            if (parser.currentToken() != JsonToken.END_OBJECT) {
                throw new IOException("the object does not end");
            }
            return (int) parser.currentTokenLocation().getByteOffset();
        }
    }

    /** Text of the value. */
    String text(byte[] object) {
        return new String(object, start, end - start, StandardCharsets.UTF_8);
    }
}
