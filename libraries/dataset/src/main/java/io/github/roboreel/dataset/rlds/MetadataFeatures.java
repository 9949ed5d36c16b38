package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The metadata of all episodes as features, which every episode must have with the same type. What some lack is NaN
 * there if it is a float64; other types, and mixed ones, become texts, empty where there is no value.
 */
final class MetadataFeatures {
    private static final String GROUP = "episode_metadata/";
    private static final Map<Class<?>, DType> TYPES =
            Map.of(Double.class, DType.FLOAT64, Long.class, DType.INT64, Boolean.class, DType.BOOL);

    private static final class Column {
        private final Set<DType> types = EnumSet.noneOf(DType.class);
        private long values;
    }

    private final Map<String, Column> columns = new TreeMap<>();
    private long episodes;

    /** What is known of one, by name: Long, Double, Boolean or String; without what is not known of this one. */
    private static Map<String, Object> of(EpisodeFacts facts) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("file_path", runFile(facts.file()));
        values.put("demo", facts.demo());
        values.put("env", facts.envName());
        values.put("run", (long) facts.run());
        values.put("env_id", (long) facts.env());
        values.put("episode", (long) facts.episode());
        values.put("instruction", facts.instruction());
        values.put("policy", facts.policy().orElse(""));
        values.put("ending", facts.ending().label());
        values.put("success", facts.isSuccess());
        values.put("judged", facts.success().isPresent());
        values.put("score", facts.score().orElse(Double.NaN));
        facts.seed().ifPresent(seed -> values.put("seed", seed));
        values.put("dt_seconds", facts.dtSeconds());
        facts.metrics().forEach((name, value) -> values.put("metrics/" + name, value));
        facts.attributes().forEach((name, value) -> values.put("attributes/" + name, value));
        return values;
    }

    /** With its folder, but not where the output folder, the experiment, is on this machine. */
    private static String runFile(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        int names = whole.getNameCount();
        Path named = whole.subpath(Math.max(0, names - 2), names);
        return named.toString().replace(File.separatorChar, '/');
    }

    /** Takes the metadata of one more episode. */
    void add(EpisodeFacts facts) {
        episodes++;
        of(facts).forEach((name, value) -> {
            Column column = columns.computeIfAbsent(name, n -> new Column());
            column.types.add(TYPES.getOrDefault(value.getClass(), DType.TEXT));
            column.values++;
        });
    }

    /** Takes the metadata of other episodes, too. */
    void add(MetadataFeatures others) {
        episodes += others.episodes;
        others.columns.forEach((name, other) -> {
            Column column = columns.computeIfAbsent(name, n -> new Column());
            column.types.addAll(other.types);
            column.values += other.values;
        });
    }

    /** All of it, for {@link #of(JsonNode)}. */
    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("episodes", episodes);
        ObjectNode all = json.putObject("columns");
        columns.forEach((name, column) -> {
            ArrayNode types = all.putObject(name).put("values", column.values).putArray("types");
            column.types.forEach(type -> types.add(type.label()));
        });
        return json;
    }

    /** One that {@link #json} gave. */
    static MetadataFeatures of(JsonNode json) {
        MetadataFeatures read = new MetadataFeatures();
        read.episodes = json.path("episodes").asLong();
        json.path("columns").properties().forEach(entry -> {
            Column column = new Column();
            column.values = entry.getValue().path("values").asLong();
            entry.getValue().path("types").forEach(type -> column.types.add(DType.of(type.asText())));
            read.columns.put(entry.getKey(), column);
        });
        return read;
    }

    /** One feature for each name. */
    List<RldsFeature> features() {
        return columns.keySet().stream().map(this::feature).toList();
    }

    /** Names of what became a text because some episodes lack it or have it with another type. */
    List<String> unlike() {
        return columns.keySet().stream()
                .filter(name -> type(name) == DType.TEXT)
                .filter(name -> !columns.get(name).types.equals(Set.of(DType.TEXT)))
                .toList();
    }

    private DType type(String name) {
        Column column = columns.get(name);
        DType type = column.types.iterator().next();
        boolean everywhere = column.values == episodes;
        return column.types.size() == 1 && (everywhere || type == DType.FLOAT64) ? type : DType.TEXT;
    }

    private RldsFeature feature(String name) {
        DType type = type(name);
        RowFeed feed =
                (episode, rows) -> rows.rows(bytes(type, of(episode.facts()).get(name)), 1);
        ValueCodec codec = type == DType.TEXT ? ValueCodec.text() : ValueCodec.ofRow(type, List.of());
        return new RldsFeature(GROUP + name, codec, feed);
    }

    private static byte[] bytes(DType type, Object value) {
        return type.isText()
                ? (value == null ? "" : value.toString()).getBytes(StandardCharsets.UTF_8)
                : Elements.put(type, Elements.room(type, 1), 0, value == null ? Double.NaN : value)
                        .array();
    }
}
