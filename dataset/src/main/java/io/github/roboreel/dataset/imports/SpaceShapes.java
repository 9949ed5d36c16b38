package io.github.roboreel.dataset.imports;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Tells which observations of a Minari dataset its spaces declare as pictures. Goes along the text of a space once,
 * since the bounds of a camera have megabytes.
 */
final class SpaceShapes {
    private static final JsonMapper PYTHON_JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private final Set<String> pictures = new HashSet<>();

    private SpaceShapes() {}

    /** Of a space's text as Gymnasium writes it; an empty text declares nothing. */
    static SpaceShapes of(String text) {
        SpaceShapes shapes = new SpaceShapes();
        try (JsonParser json = PYTHON_JSON.createParser(text)) {
            json.nextToken();
            shapes.look("", json);
        } catch (JsonProcessingException e) {
            throw new ExportRefusedException(
                    "the observation space is not JSON: " + e.getOriginalMessage() + "; repair the dataset's metadata");
        } catch (IOException e) {
            throw new ExportRefusedException("the observation space: " + e.getMessage());
        }
        return shapes;
    }

    /** Whether the space at that path of keys holds bytes of more than one axis. */
    boolean isPicture(String path) {
        return pictures.contains(path);
    }

    private void look(String path, JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        String type = "";
        String dtype = "";
        int axes = 0;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "type" -> type = text(json);
                case "dtype" -> dtype = text(json);
                case "shape" -> axes = length(json);
                case "subspaces" -> subspaces(path, json);
                default -> json.skipChildren();
            }
        }
        if (type.equals("Box") && dtype.equals("uint8") && axes > 1) {
            pictures.add(path);
        }
    }

    /** Those of a dictionary have names, those of a tuple are told apart by their number. */
    private void subspaces(String path, JsonParser json) throws IOException {
        String before = path.isEmpty() ? "" : path + "/";
        if (json.currentToken() == JsonToken.START_ARRAY) {
            for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
                look(before + "_index_" + i, json);
            }
        } else if (json.currentToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                look(before + name, json);
            }
        }
    }

    private static String text(JsonParser json) throws IOException {
        json.skipChildren();
        return json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : "";
    }

    private static int length(JsonParser json) throws IOException {
        int length = 0;
        if (json.currentToken() == JsonToken.START_ARRAY) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                json.skipChildren();
                length++;
            }
        } else {
            json.skipChildren();
        }
        return length;
    }
}
