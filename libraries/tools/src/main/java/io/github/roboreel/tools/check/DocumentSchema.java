package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.DemoHeader;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.EventLogDocument;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunHeader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** JSON Schema of one of the format's records, as it is shipped beside it: which fields there are, of which types. */
enum DocumentSchema {
    RESULT_LINE(ResultLine.class),
    EVENT_LOG(EventLogDocument.class),
    ENV_CONFIG(EnvConfig.class),
    RUN_COMPLETE(RunComplete.class),
    RUN_HEADER(RunHeader.class),
    DEMO_HEADER(DemoHeader.class),
    EPISODE_METADATA(EpisodeMetadata.class),
    ANNOTATION(Annotation.class);

    private static final String OR_NULL = "null";

    private final JsonSchema schema;

    DocumentSchema(Class<?> document) {
        try (InputStream text = document.getResourceAsStream(document.getSimpleName() + ".schema.json")) {
            schema = JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A field that is not as the schema has it.
     *
     * @param field its path, with dots
     * @param problem half a sentence that follows the field's name
     */
    record Fault(String field, String problem) {}

    /** What is missing or of another type in a document, in the order of the schema. */
    List<Fault> faults(JsonNode document) {
        return faults(document, true);
    }

    /** The same of attributes of a group, which are never null. */
    List<Fault> faults(Map<String, Object> attributes) {
        return faults(FormatJson.tree(attributes), false);
    }

    private List<Fault> faults(JsonNode document, boolean hasNulls) {
        List<Fault> faults = new ArrayList<>();
        for (ValidationMessage message : schema.validate(document)) {
            String place = place(message.getInstanceLocation());
            if (message.getType().equals("required")) {
                faults.add(new Fault(place + message.getProperty(), "is missing"));
            } else {
                String field = place.isEmpty() ? "" : place.substring(0, place.length() - 1);
                String given = Scope.shortened(message.getInstanceNode().toString());
                faults.add(new Fault(field, "is " + given + "; expected " + expected(message, hasNulls)));
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

    private static String expected(ValidationMessage message, boolean hasNulls) {
        JsonNode types = message.getSchemaNode();
        List<String> names = new ArrayList<>();
        types.forEach(type -> names.add(type.asText()));
        names.removeIf(name -> !hasNulls && name.equals(OR_NULL));
        return names.isEmpty() ? types.asText() : String.join(" or ", names);
    }
}
