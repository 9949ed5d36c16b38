package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.rlds.LeafFeature.Form;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.schema.TextRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the structure that {@code features.json} declares. The Python classes it names are not looked at: what counts
 * is the content of a node, so that it is data and never code.
 */
final class FeatureTree {
    static final String STEPS = "steps";

    private static final List<Integer> ONE_PIXEL = List.of(1, 1, 1);
    private static final int MAX_LEVELS = 32;
    private static final int MAX_FEATURES = 10_000;
    private static final int MAX_AXES = 32;
    private static final int MAX_NAME_CHARS = 1024;
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]");
    private static final String SEQUENCE = "sequence";
    private static final String DICT = "featuresDict";

    private final Path file;
    private final List<LeafFeature> leaves = new ArrayList<>();
    private final Set<String> keys = new HashSet<>();

    private FeatureTree(Path file) {
        this.file = file;
    }

    /** Where a node stands: its key, whether below the steps, the sequences around it and how deep it is. */
    private record Place(String key, boolean isStep, List<Long> lengths, int level) {
        Place below(String name) {
            return new Place(key.isEmpty() ? name : key + "/" + name, isStep, lengths, level + 1);
        }

        Place inSteps() {
            return new Place(key, true, lengths, level + 1);
        }

        Place inSequence(long length) {
            List<Long> more = new ArrayList<>(lengths);
            more.add(length);
            return new Place(key, isStep, more, level + 1);
        }
    }

    /**
     * The leaves below a root.
     *
     * @param file for messages
     * @throws ExportRefusedException when it is no structure of episodes with steps
     */
    static List<LeafFeature> leaves(JsonNode root, Path file) {
        FeatureTree tree = new FeatureTree(file);
        JsonNode steps = root.path(DICT).path("features").path(STEPS);
        if (root.has("content") && root.has("type")) {
            throw tree.refused("is of the older form that TFDS wrote before version 4.5; prepare the dataset again");
        }
        if (!steps.path(SEQUENCE).path("feature").has(DICT)) {
            throw tree.refused("declares no 'steps', a sequence of dicts, so this is no RLDS dataset");
        }
        tree.add(new Place("", false, List.of(), 0), root);
        return List.copyOf(tree.leaves);
    }

    private ExportRefusedException refused(String why) {
        return new ExportRefusedException(file + " " + why);
    }

    private void add(Place place, JsonNode node) {
        if (place.level() > MAX_LEVELS) {
            throw refused("nests features more than " + MAX_LEVELS + " deep; repair the dataset");
        }
        if (node.has(DICT)) {
            addMembers(place, node.get(DICT).path("features"));
        } else if (node.has(SEQUENCE)) {
            addSequence(place, node.get(SEQUENCE));
        } else {
            addLeaf(place, node);
        }
    }

    private void addMembers(Place place, JsonNode members) {
        for (Map.Entry<String, JsonNode> member : members.properties()) {
            String name = member.getKey();
            if (name.length() > MAX_NAME_CHARS || CONTROLS.matcher(name).find()) {
                throw refused("declares '" + TextRules.shown(name) + "', but a name has no control characters and at"
                        + " most " + MAX_NAME_CHARS + " others; repair the dataset");
            }
            add(place.below(name), member.getValue());
        }
    }

    private void addSequence(Place place, JsonNode sequence) {
        JsonNode feature = sequence.path("feature");
        if (place.key().equals(STEPS) && !place.isStep()) {
            add(place.inSteps(), feature);
        } else {
            add(place.inSequence(size(place, sequence.path("length"), 0)), feature);
        }
    }

    private void addLeaf(Place place, JsonNode node) {
        if (!keys.add(place.key())) {
            throw refused("declares '" + place.key() + "' twice; repair the dataset");
        }
        if (leaves.size() == MAX_FEATURES) {
            throw refused("declares more than " + MAX_FEATURES + " features; repair the dataset");
        }
        leaves.add(leaf(place, node));
    }

    private LeafFeature leaf(Place place, JsonNode node) {
        if (node.has("tensor")) {
            return tensor(place, node.get("tensor"));
        }
        if (node.has("image")) {
            return image(place, node.get("image"));
        }
        if (node.has("text")) {
            return of(place, Form.TEXT, NumberType.UINT8, List.of());
        }
        if (node.has("classLabel")) {
            return of(place, Form.NUMBERS, NumberType.INT64, List.of());
        }
        if (node.has("boundingBox")) {
            List<Long> shape = shape(place, node.get("boundingBox"));
            return of(place, Form.NUMBERS, NumberType.FLOAT32, shape.isEmpty() ? List.of(4L) : shape);
        }
        return unread(place, "is a feature of a kind that is not read");
    }

    private LeafFeature tensor(Place place, JsonNode tensor) {
        String dtype = tensor.path("dtype").asText();
        List<Long> shape = shape(place, tensor);
        if (dtype.equals("string") || dtype.equals("object")) {
            return shape.isEmpty()
                    ? of(place, Form.TEXT, NumberType.UINT8, shape)
                    : unread(place, "is an array of texts, and a step holds numbers or one text");
        }
        Optional<NumberType> type = NumberType.of(dtype);
        if (type.isEmpty()) {
            return unread(place, "has elements of type '" + TextRules.shown(dtype) + "', which no field can hold");
        }
        return switch (tensor.path("encoding").asText("none").toLowerCase(Locale.ROOT)) {
            case "", "none" -> of(place, Form.NUMBERS, type.get(), shape);
            case "bytes" -> of(place, Form.BYTES, type.get(), shape);
            case "zlib" -> of(place, Form.ZLIB, type.get(), shape);
            default -> unread(place, "is encoded in a way that is not read");
        };
    }

    private LeafFeature image(Place place, JsonNode image) {
        String dtype = image.path("dtype").asText();
        NumberType type =
                dtype.isEmpty() ? NumberType.UINT8 : NumberType.of(dtype).orElse(NumberType.INT64);
        List<Long> shape = shape(place, image);
        boolean isReadable = !type.isWidened() && FieldSpec.canBeImage(type.dtype(), ONE_PIXEL);
        return isReadable && (shape.isEmpty() || shape.size() == 3)
                ? of(place, Form.PICTURE, type, shape)
                : unread(
                        place,
                        "is a picture of type '" + TextRules.shown(dtype) + "' and shape " + shape
                                + ", which is not read");
    }

    private static LeafFeature of(Place place, Form form, NumberType type, List<Long> shape) {
        return new LeafFeature(place.key(), place.isStep(), form, type, shape, place.lengths(), "");
    }

    private static LeafFeature unread(Place place, String reason) {
        return new LeafFeature(
                place.key(), place.isStep(), Form.UNREAD, NumberType.UINT8, List.of(), place.lengths(), reason);
    }

    private List<Long> shape(Place place, JsonNode content) {
        JsonNode sizes = content.path("shape").path("dimensions");
        if (sizes.size() > MAX_AXES) {
            throw refused("gives '" + place.key() + "' more than " + MAX_AXES + " axes; repair the dataset");
        }
        List<Long> shape = new ArrayList<>();
        for (JsonNode size : sizes) {
            shape.add(size(place, size, -1));
        }
        return shape;
    }

    /** Numbers of 64 bits are texts in this JSON. */
    private long size(Place place, JsonNode size, long missing) {
        if (size.isMissingNode() || size.isNull()) {
            return missing;
        }
        try {
            long number = Long.parseLong(size.asText());
            if (number >= -1) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw refused("gives '" + place.key() + "' the size " + TextRules.shown(size.asText())
                    + ", which is no number; repair the dataset");
        }
        throw refused("gives '" + place.key() + "' the size " + TextRules.shown(size.asText())
                + ", expected at least -1; repair the dataset");
    }
}
