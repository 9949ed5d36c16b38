package io.github.roboreel.dataset.rlds;

import io.github.roboreel.format.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The metadata of all episodes as features, which every episode must have with the same type. What some lack is NaN
 * there if it is a float64; other types, and mixed ones, become texts, empty where there is no value.
 */
final class MetadataColumns {
    private static final String GROUP = "episode_metadata/";
    private static final Set<Class<?>> TYPES = Set.of(Double.class, Long.class, Boolean.class);

    private static final class Column {
        private final Set<Class<?>> types = new HashSet<>();
        private long values;
    }

    private final Map<String, Column> columns = new HashMap<>();
    private long episodes;

    /** Takes the metadata of one more episode. */
    void add(Map<String, Object> metadata) {
        episodes++;
        metadata.forEach((name, value) -> {
            Column column = columns.computeIfAbsent(name, n -> new Column());
            column.types.add(value.getClass());
            column.values++;
        });
    }

    /** One feature for each name. */
    List<Feature> features() {
        List<Feature> features = new ArrayList<>();
        for (String name : new TreeSet<>(columns.keySet())) {
            features.add(feature(name));
        }
        return features;
    }

    /** Names of what became a text because some episodes lack it or have it with another type. */
    List<String> unlike() {
        return columns.keySet().stream()
                .filter(name -> type(name) == String.class)
                .filter(name -> !columns.get(name).types.equals(Set.of(String.class)))
                .sorted()
                .toList();
    }

    private Class<?> type(String name) {
        Column column = columns.get(name);
        Class<?> type = column.types.iterator().next();
        boolean alike = column.types.size() == 1 && TYPES.contains(type);
        boolean everywhere = column.values == episodes;
        return alike && (everywhere || type == Double.class) ? type : String.class;
    }

    private Feature feature(String name) {
        Class<?> type = type(name);
        RowFeed feed = (episode, rows) ->
                rows.rows(bytes(type, EpisodeMetadata.of(episode.facts()).get(name)), 1);
        return new Feature(GROUP + name, codec(type), feed);
    }

    private static ValueCodec codec(Class<?> type) {
        if (type == String.class) {
            return new TextCodec();
        }
        DType dtype = type == Double.class ? DType.FLOAT64 : type == Long.class ? DType.INT64 : DType.BOOL;
        return Codecs.ofRow(dtype, List.of());
    }

    private static byte[] bytes(Class<?> type, Object value) {
        if (type == Double.class) {
            return littleEndian()
                    .putDouble(value == null ? Double.NaN : (Double) value)
                    .array();
        }
        if (type == Long.class) {
            return littleEndian().putLong((Long) value).array();
        }
        if (type == Boolean.class) {
            return new byte[] {(byte) ((Boolean) value ? 1 : 0)};
        }
        return (value == null ? "" : value.toString()).getBytes(StandardCharsets.UTF_8);
    }

    private static ByteBuffer littleEndian() {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }
}
