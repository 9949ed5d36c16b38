package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What {@code info.json} says of a column or a camera.
 *
 * @param key its name
 * @param type {@code image}, {@code video}, {@code string}, or numpy's name of an element type
 * @param shape of a row; of pictures height, width, channels
 * @param names of elements or axes, as written; a missing node without any
 * @param info what else is written of it
 * @param entry all that is written of it
 */
record SourceFeature(String key, String type, List<Long> shape, JsonNode names, JsonNode info, JsonNode entry) {
    private static final int PICTURE_AXES = 3;
    private static final int MAX_AXES = 8;

    /** More than the pictures of any camera take. */
    private static final long MAX_PICTURE_BYTES = 128L << 20;

    /** What fits a small heap several times. */
    private static final long MAX_ROW_BYTES = 16L << 20;

    SourceFeature {
        shape = List.copyOf(shape);
    }

    /**
     * Reads an entry.
     *
     * @throws ExportRefusedException when its shape is none, or too large for a row
     */
    static SourceFeature of(String key, JsonNode entry) {
        if (key.isEmpty() || key.contains("/") || key.indexOf('\0') >= 0) {
            throw refused(key, "has a name that LeRobot does not allow");
        }
        List<Long> shape = shape(key, entry.path("shape"));
        String type = entry.path("dtype").asText();
        SourceFeature feature = new SourceFeature(key, type, shape, entry.path("names"), info(entry), entry);
        return feature.isPicture() ? feature.asPicture() : feature.checked();
    }

    /** Names of elements, which stand in a list, or in one under the name of their axis; pictures name axes instead. */
    FieldSignal signal() {
        JsonNode list = names.isObject() && names.size() == 1 ? names.elements().next() : names;
        boolean isOfElements = !isPicture() && list.isArray() && list.size() == elements();
        return isOfElements
                ? FieldSignal.read(JsonNodeFactory.instance.objectNode().set(AttributeNames.NAMES, list))
                : FieldSignal.NONE;
    }

    /** Datasets of version 2 call it otherwise. */
    private static JsonNode info(JsonNode entry) {
        return entry.has("info") ? entry.path("info") : entry.path("video_info");
    }

    private static List<Long> shape(String key, JsonNode sizes) {
        if (!sizes.isArray() || sizes.size() > MAX_AXES) {
            throw refused(key, "has no shape of up to " + MAX_AXES + " sizes");
        }
        List<Long> shape = new ArrayList<>();
        for (JsonNode size : sizes) {
            if (!size.isIntegralNumber() || !size.canConvertToLong() || size.longValue() < 1) {
                throw refused(key, "has the shape " + sizes + ", and sizes are whole numbers from 1");
            }
            shape.add(size.longValue());
        }
        return shape;
    }

    private static ExportRefusedException refused(String key, String why) {
        return new ExportRefusedException("feature '%s' of meta/info.json %s; repair the dataset", key, why);
    }

    boolean isVideo() {
        return type.equals(LeRobotFeature.VIDEO);
    }

    boolean isImage() {
        return type.equals(LeRobotFeature.IMAGE);
    }

    private boolean isPicture() {
        return isVideo() || isImage();
    }

    boolean isText() {
        return type.equals(LeRobotFeature.STRING);
    }

    /** Whether it is one of LeRobot's columns of language. */
    boolean isLanguage() {
        return type.equals(LeRobotFeature.LANGUAGE) && LanguageRows.isOne(key);
    }

    /** Element type of its numbers; empty of a picture, a text, and what is none of these. */
    Optional<DType> dtype() {
        try {
            return Optional.of(DType.of(type)).filter(dtype -> !dtype.isText());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether each pixel is a distance. */
    boolean isDepth() {
        return info.path("is_depth_map").asBoolean()
                || info.path("video.is_depth_map").asBoolean();
    }

    private SourceFeature checked() {
        int bytes = dtype().map(DType::bytes).orElse(1);
        requireAtMost(MAX_ROW_BYTES / bytes);
        return this;
    }

    private SourceFeature asPicture() {
        if (shape.size() != PICTURE_AXES) {
            throw refused(key, "is a picture of the shape " + shape + ", expected height, width, channels");
        }
        boolean isChannelsFirst = names.path(0).asText().startsWith("channel");
        List<Long> sizes = isChannelsFirst ? List.of(shape.get(1), shape.get(2), shape.get(0)) : shape;
        SourceFeature picture = new SourceFeature(key, type, sizes, names, info, entry);
        picture.requireAtMost(MAX_PICTURE_BYTES);
        return picture;
    }

    private void requireAtMost(long most) {
        double product = shape.stream().mapToDouble(Long::doubleValue).reduce(1, (a, b) -> a * b);
        if (product > most) {
            throw refused(key, "has rows of the shape " + shape + ", which is more than can be one step's");
        }
    }

    /** Elements of a row. */
    int elements() {
        return Math.toIntExact(shape.stream().reduce(1L, Math::multiplyExact));
    }

    /** Shape of a row. */
    List<Integer> sizes() {
        return shape.stream().map(Math::toIntExact).toList();
    }
}
