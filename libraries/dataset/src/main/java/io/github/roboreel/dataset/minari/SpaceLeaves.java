package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.SpaceJson;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and checks the text of a space that an export made: a box, a text or discrete values, or those in dictionaries.
 * Goes along the text, since that of a camera has megabytes.
 */
final class SpaceLeaves {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();
    private static final long BRIGHTEST = 255;
    private static final BigInteger MAX_COUNT = BigInteger.valueOf(Long.MAX_VALUE);

    private final Map<String, MinariArray> leaves = new LinkedHashMap<>();

    private SpaceLeaves() {}

    /**
     * The arrays that such a space asks for, by path.
     *
     * @param group {@code observations} or {@code actions}
     * @throws IOException when Minari would not read the text
     */
    static Map<String, MinariArray> of(String group, String text) throws IOException {
        SpaceLeaves found = new SpaceLeaves();
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            found.look(group, json);
        } catch (JsonProcessingException e) {
            throw new IOException("the space of " + group + " is no JSON: " + e.getOriginalMessage(), e);
        }
        return found.leaves;
    }

    private void look(String path, JsonParser json) throws IOException {
        Part part = new Part(path);
        boolean dict = false;
        String type = "";
        require(json.currentToken() == JsonToken.START_OBJECT, path, "is no object");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "type" -> type = json.getText();
                case "subspaces" -> {
                    dict = true;
                    subspaces(path, json);
                }
                default -> part.read(name, json);
            }
        }
        if (!dict) {
            leaves.put(path, part.stored(type));
        } else {
            require(type.equals("Dict"), path, "has a space of type '" + type + "'");
        }
    }

    private void subspaces(String path, JsonParser json) throws IOException {
        require(json.currentToken() == JsonToken.START_OBJECT, path, "has no named subspaces");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            look(path + "/" + name, json);
        }
    }

    private static void require(boolean good, String path, String otherwise) throws IOException {
        if (!good) {
            throw new IOException(path + " " + otherwise);
        }
    }

    /** A space as its parts come along; type and shape before the bounds, as all writers do it. */
    private static final class Part {
        private final String path;
        private final List<Long> shape = new ArrayList<>();
        private DType dtype;
        private SpaceBounds low;
        private SpaceBounds high;
        private long textBytes;
        private JsonNode counts = MissingNode.getInstance();
        private JsonNode starts = MissingNode.getInstance();

        Part(String path) {
            this.path = path;
        }

        void read(String name, JsonParser json) throws IOException {
            switch (name) {
                case "dtype" -> dtype = dtype(json.getText());
                case "shape" -> shape(json);
                case "low" -> low = bounds(json);
                case "high" -> high = bounds(json);
                case "max_length" -> textBytes = json.getLongValue();
                case "n", "nvec" -> counts = JSON.readTree(json);
                case "start" -> starts = JSON.readTree(json);
                default -> json.skipChildren();
            }
        }

        private DType dtype(String label) throws IOException {
            try {
                return DType.of(label);
            } catch (IllegalArgumentException e) {
                throw new IOException(path + ": " + e.getMessage(), e);
            }
        }

        private void shape(JsonParser json) throws IOException {
            require(json.currentToken() == JsonToken.START_ARRAY, path, "has no list as shape");
            while (json.nextToken() != JsonToken.END_ARRAY) {
                shape.add(json.getLongValue());
            }
        }

        private SpaceBounds bounds(JsonParser json) throws IOException {
            require(dtype != null && (dtype.isInteger() || dtype.isFloating()), path, "has bounds before a dtype");
            return SpaceBounds.read(path, dtype, shape, json);
        }

        MinariArray stored(String type) throws IOException {
            return switch (type) {
                case "Box" -> box();
                case "Text" -> new MinariArray(path, DType.TEXT, List.of(textBytes), false);
                case "Discrete", "MultiDiscrete", "MultiBinary" -> discrete(type);
                default -> throw new IOException(path + " has a space of type '" + type + "'");
            };
        }

        private MinariArray discrete(String type) throws IOException {
            String name = type.equals("MultiDiscrete") ? "nvec" : "n";
            JsonNode space =
                    JsonNodeFactory.instance.objectNode().put("type", type).set(name, counts);
            DType stored = type.equals("MultiBinary") ? SpaceJson.BOOL_AS : dtype;
            require(stored != null && stored.isInteger(), path, "has discrete values of no whole type");
            require(counts.isArray() != type.equals("Discrete"), path, "has " + type + " counts " + counts);
            requireCounts(counts, type.equals("MultiDiscrete") ? stored.max() : MAX_COUNT);
            List<Long> sizes = Space.shape(space);
            if (type.equals("MultiDiscrete")) {
                JsonNode first =
                        JsonNodeFactory.instance.objectNode().put("type", type).set(name, starts);
                require(Space.shape(first).equals(sizes), path, "has starts of another shape than its counts");
            }
            return new MinariArray(path, stored, sizes, false);
        }

        /** @param most that their type holds: those of a MultiDiscrete are kept in the type of its values */
        private void requireCounts(JsonNode some, BigInteger most) throws IOException {
            for (JsonNode count : some.isArray() ? some : List.of(some)) {
                if (count.isArray()) {
                    requireCounts(count, most);
                } else {
                    boolean fits = count.isIntegralNumber()
                            && count.bigIntegerValue().signum() > 0
                            && count.bigIntegerValue().compareTo(most) <= 0;
                    require(fits, path, "has the count " + count + "; expected 1 to " + most);
                }
            }
        }

        private MinariArray box() throws IOException {
            require(low != null && high != null, path, "has no bounds");
            low.requireBelow(high);
            boolean picture = Space.looksLikePicture(dtype, shape) && low.areAll(0) && high.areAll(BRIGHTEST);
            return new MinariArray(path, dtype, shape, picture);
        }
    }
}
