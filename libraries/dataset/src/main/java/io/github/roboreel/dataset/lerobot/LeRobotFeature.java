package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.FormatJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code info.json} says of a column or a camera.
 *
 * @param key its name
 * @param type {@code image}, {@code video}, {@code string}, {@code language} or numpy's name of an element type
 * @param shape of one frame; {@code [1]} for a scalar and a text; of pictures height, width, channels
 * @param entry all that is written of it
 * @param pixels element type of a picture that is exported: uint8 in colours, uint16 or float32 of depths
 */
record LeRobotFeature(String key, String type, List<Long> shape, JsonNode entry, Optional<DType> pixels) {
    static final String IMAGE = "image";
    static final String VIDEO = "video";
    static final String STRING = "string";
    /** Of the two columns that {@link LanguageRows} describes. */
    static final String LANGUAGE = "language";

    private static final List<String> PICTURE_AXES = List.of("height", "width", "channels");
    private static final long COLOURS = 3;
    private static final int MAX_AXES = 8;

    /** More than the pictures of any camera take. */
    private static final long MAX_PICTURE_BYTES = 128L << 20;

    /** What fits a small heap several times. */
    private static final long MAX_ROW_BYTES = 16L << 20;

    LeRobotFeature {
        shape = List.copyOf(shape);
    }

    /**
     * One that is no picture.
     *
     * @param names of the elements of a vector
     * @param info what else there is to say
     */
    LeRobotFeature(String key, String type, List<Long> shape, Optional<List<String>> names, Map<String, Object> info) {
        this(key, type, shape, entry(type, shape, names, info), Optional.empty());
    }

    private static JsonNode entry(
            String type, List<Long> shape, Optional<List<String>> names, Map<String, Object> info) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("dtype", type);
        entry.put("shape", shape);
        entry.put("names", names.orElse(null));
        if (!info.isEmpty()) {
            entry.put("info", info);
        }
        return FormatJson.tree(entry);
    }

    static LeRobotFeature scalar(String key, String type) {
        return new LeRobotFeature(key, type, List.of(1L), Optional.empty(), Map.of());
    }

    /** A camera's picture, of 3 channels in colours or of 1 for depths. */
    static LeRobotFeature picture(
            String key, String type, long height, long width, DType pixels, Map<String, Object> info) {
        List<Long> shape = List.of(height, width, pixels == DType.UINT8 ? COLOURS : 1);
        return new LeRobotFeature(
                key, type, shape, entry(type, shape, Optional.of(PICTURE_AXES), info), Optional.of(pixels));
    }

    /** A camera's video in colours. */
    static LeRobotFeature video(String key, long height, long width, Map<String, Object> info) {
        return picture(key, VIDEO, height, width, DType.UINT8, info);
    }

    /** The same, said in those words. */
    LeRobotFeature withEntry(JsonNode newEntry) {
        return new LeRobotFeature(key, type, shape, newEntry, pixels);
    }

    /**
     * Reads an entry.
     *
     * @throws ExportRefusedException when its shape is none, or too large for a row
     */
    static LeRobotFeature of(String key, JsonNode entry) {
        if (key.isEmpty() || key.contains("/") || key.indexOf('\0') >= 0) {
            throw refused(key, "has a name that LeRobot does not allow");
        }
        List<Long> shape = shape(key, entry.path("shape"));
        String type = entry.path("dtype").asText();
        LeRobotFeature feature = new LeRobotFeature(key, type, shape, entry, Optional.empty());
        if (feature.isPicture()) {
            return feature.asPicture();
        }
        feature.requireAtMost(MAX_ROW_BYTES / feature.dtype().map(DType::bytes).orElse(1));
        return feature;
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

    private LeRobotFeature asPicture() {
        if (shape.size() != PICTURE_AXES.size()) {
            throw refused(key, "is a picture of the shape " + shape + ", expected height, width, channels");
        }
        boolean isChannelsFirst = names().path(0).asText().startsWith("channel");
        List<Long> sizes = isChannelsFirst ? List.of(shape.get(1), shape.get(2), shape.get(0)) : shape;
        LeRobotFeature picture = new LeRobotFeature(key, type, sizes, entry, pixels);
        picture.requireAtMost(MAX_PICTURE_BYTES);
        return picture;
    }

    private void requireAtMost(long most) {
        double product = shape.stream().mapToDouble(Long::doubleValue).reduce(1, (a, b) -> a * b);
        if (product > most) {
            throw refused(key, "has rows of the shape " + shape + ", which is more than can be one step's");
        }
    }

    /** Names of elements or axes, as written; a missing node without any. */
    JsonNode names() {
        return entry.path("names");
    }

    /** What else is written of it; datasets of version 2 call it otherwise. */
    JsonNode info() {
        return entry.has("info") ? entry.path("info") : entry.path("video_info");
    }

    /** Names of elements, which stand in a list, or in one under the name of their axis; pictures name axes instead. */
    FieldSignal signal() {
        JsonNode names = names();
        JsonNode list = names.isObject() && names.size() == 1 ? names.elements().next() : names;
        boolean isOfElements = !isPicture() && list.isArray() && list.size() == elements();
        return isOfElements
                ? FieldSignal.read(JsonNodeFactory.instance.objectNode().set(AttributeNames.NAMES, list))
                : FieldSignal.NONE;
    }

    boolean isVideo() {
        return type.equals(VIDEO);
    }

    boolean isImage() {
        return type.equals(IMAGE);
    }

    boolean isPicture() {
        return isVideo() || isImage();
    }

    boolean isText() {
        return type.equals(STRING);
    }

    /** Whether it is one of LeRobot's columns of language. */
    boolean isLanguage() {
        return type.equals(LANGUAGE) && LanguageRows.isOne(key);
    }

    /** Whether it has statistics: texts have none. */
    boolean isMeasured() {
        return !isText() && !type.equals(LANGUAGE);
    }

    /** Whether each pixel is a distance. */
    boolean isDepth() {
        return info().path("is_depth_map").asBoolean()
                || info().path("video.is_depth_map").asBoolean();
    }

    /** Element type of its numbers; empty of a picture, a text, and what is none of these. */
    Optional<DType> dtype() {
        return DType.named(type).filter(dtype -> !dtype.isText());
    }

    /** Height of a picture, pixels. */
    int height() {
        return Math.toIntExact(shape.get(0));
    }

    /** Width of a picture, pixels. */
    int width() {
        return Math.toIntExact(shape.get(1));
    }

    /** Colours of a picture; 1 for depth. */
    int channels() {
        return Math.toIntExact(shape.get(2));
    }

    /** Whether a frame has one value, which is in no list. */
    boolean isScalar() {
        return shape.equals(List.of(1L));
    }

    /** Shape of its statistics: those of a picture are of its channels. */
    List<Long> statisticsShape() {
        return isPicture() ? List.of(shape.get(2), 1L, 1L) : shape;
    }

    /** Elements of one frame. */
    int elements() {
        return Math.toIntExact(shape.stream().reduce(1L, Math::multiplyExact));
    }

    /** Shape of one frame. */
    List<Integer> sizes() {
        return shape.stream().map(Math::toIntExact).toList();
    }

    /**
     * Names that are taken, and by what. DuckDB, which writes the tables, takes capital and small letters for the same.
     */
    static final class Keys {
        private final Map<String, String> sources = new HashMap<>();

        /**
         * Takes a name.
         *
         * @param source what gets it, for messages
         * @throws ExportRefusedException when something else has it
         */
        void take(String key, String source) {
            String other = sources.putIfAbsent(key.toLowerCase(Locale.ROOT), source);
            if (other != null) {
                throw new ExportRefusedException("'" + other + "' and '" + source + "' both become '" + key
                        + "', since a slash becomes a dot and capital letters count as small"
                        + " ones; rename one of them");
            }
        }
    }
}
