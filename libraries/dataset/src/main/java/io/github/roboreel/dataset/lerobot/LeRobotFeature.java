package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
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
 * @param dtype numpy's name of the element type, or {@code image}, or {@code video}
 * @param shape of one frame; {@code [1]} for a scalar
 * @param names of the elements of a vector, or of the axes of a picture
 * @param info what else there is to say
 * @param entry all of it as another dataset said it; empty for what follows from the rest
 */
record LeRobotFeature(
        String key,
        String dtype,
        List<Long> shape,
        Optional<List<String>> names,
        Map<String, Object> info,
        Optional<JsonNode> entry) {
    private static final List<String> PICTURE_AXES = List.of("height", "width", "channels");

    LeRobotFeature {
        shape = List.copyOf(shape);
        info = new LinkedHashMap<>(info);
    }

    LeRobotFeature(String key, String dtype, List<Long> shape, Optional<List<String>> names, Map<String, Object> info) {
        this(key, dtype, shape, names, info, Optional.empty());
    }

    /** The same, said in those words. */
    LeRobotFeature withEntry(JsonNode newEntry) {
        return new LeRobotFeature(key, dtype, shape, names, info, Optional.of(newEntry));
    }

    static LeRobotFeature scalar(String key, String dtype) {
        return new LeRobotFeature(key, dtype, List.of(1L), Optional.empty(), Map.of());
    }

    /** A camera's picture, of 3 channels in colours or of 1 for depth. */
    static LeRobotFeature picture(
            String key, String dtype, long height, long width, long channels, Map<String, Object> info) {
        return new LeRobotFeature(key, dtype, List.of(height, width, channels), Optional.of(PICTURE_AXES), info);
    }

    boolean isPicture() {
        return names.filter(PICTURE_AXES::equals).isPresent();
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
