package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DType;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code info.json} says of a column or a camera.
 *
 * @param key its name, without a slash
 * @param dtype numpy's name of the element type, or {@code image}, {@code video}, {@code string} or {@code language}
 * @param shape of one frame; {@code [1]} for a scalar and a text
 * @param names of the elements of a vector, or of the axes of a picture
 * @param info what else there is to say
 * @param pixels element type of a picture: uint8 in colours, uint16 or float32 of depths; empty of what is none
 * @param entry all of it as another dataset said it; empty for what follows from the rest
 */
record LeRobotFeature(
        String key,
        String dtype,
        List<Long> shape,
        Optional<List<String>> names,
        Map<String, Object> info,
        Optional<DType> pixels,
        Optional<JsonNode> entry) {
    static final String IMAGE = "image";
    static final String VIDEO = "video";
    static final String STRING = "string";
    /** Of the two columns that {@link LanguageRows} describes. */
    static final String LANGUAGE = "language";

    private static final List<String> PICTURE_AXES = List.of("height", "width", "channels");
    private static final long COLOURS = 3;

    LeRobotFeature {
        shape = List.copyOf(shape);
        info = new LinkedHashMap<>(info);
    }

    LeRobotFeature(String key, String dtype, List<Long> shape, Optional<List<String>> names, Map<String, Object> info) {
        this(key, dtype, shape, names, info, Optional.empty(), Optional.empty());
    }

    /** The same, said in those words. */
    LeRobotFeature withEntry(JsonNode newEntry) {
        return new LeRobotFeature(key, dtype, shape, names, info, pixels, Optional.of(newEntry));
    }

    static LeRobotFeature scalar(String key, String dtype) {
        return new LeRobotFeature(key, dtype, List.of(1L), Optional.empty(), Map.of());
    }

    /** A camera's picture, of 3 channels in colours or of 1 for depths. */
    static LeRobotFeature picture(
            String key, String dtype, long height, long width, DType pixels, Map<String, Object> info) {
        List<Long> shape = List.of(height, width, pixels == DType.UINT8 ? COLOURS : 1);
        return new LeRobotFeature(
                key, dtype, shape, Optional.of(PICTURE_AXES), info, Optional.of(pixels), Optional.empty());
    }

    boolean isPicture() {
        return pixels.isPresent();
    }

    /** Whether it has statistics: texts have none. */
    boolean isMeasured() {
        return !dtype.equals(STRING) && !dtype.equals(LANGUAGE);
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

    /** As {@code info.json} has it. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        if (entry.isPresent()) {
            entry.get().properties().forEach(said -> json.put(said.getKey(), said.getValue()));
            return json;
        }
        json.put("dtype", dtype);
        json.put("shape", shape);
        json.put("names", names.orElse(null));
        if (!info.isEmpty()) {
            json.put("info", info);
        }
        return json;
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
