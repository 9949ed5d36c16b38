package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** JSON Schema of one of the format's records, as it is shipped beside it: which fields there are, of which types. */
final class DocumentSchema {
    private final JsonSchema schema;

    private DocumentSchema(JsonSchema schema) {
        this.schema = schema;
    }

    /**
     * A field that is not as the schema has it.
     *
     * @param field its path, with dots
     * @param problem half a sentence that follows the field's name
     */
    record Fault(String field, String problem) {}

    static DocumentSchema of(Class<?> document) {
        try (InputStream text = document.getResourceAsStream(document.getSimpleName() + ".schema.json")) {
            return new DocumentSchema(
                    JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is missing or of another type, in the order of the schema. */
    List<Fault> faults(JsonNode document) {
        List<Fault> faults = new ArrayList<>();
        for (ValidationMessage message : schema.validate(document)) {
            String place = place(message.getInstanceLocation());
            if (message.getType().equals("required")) {
                faults.add(new Fault(place + message.getProperty(), "is missing"));
            } else {
                String field = place.isEmpty() ? "" : place.substring(0, place.length() - 1);
                faults.add(new Fault(field, "is " + message.getInstanceNode() + "; expected " + expected(message)));
            }
        }
        return faults;
    }

    /** Names from the document down, each with a dot behind it. */
    private static String place(JsonNodePath path) {
        StringBuilder place = new StringBuilder();
        for (int i = 0; i < path.getNameCount(); i++) {
            place.append(path.getElement(i)).append('.');
        }
        return place.toString();
    }

    private static String expected(ValidationMessage message) {
        JsonNode types = message.getSchemaNode();
        List<String> names = new ArrayList<>();
        types.forEach(type -> names.add(type.asText()));
        return names.isEmpty() ? types.asText() : String.join(" or ", names);
    }
}
