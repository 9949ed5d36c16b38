package io.github.roboreel.recorder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.schema.SchemaFile;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A run and its stored fields as one JSON object: what a sink writes ahead of its data, so that the run's files can be
 * rebuilt from the data alone.
 *
 * @param run the run; its folder is not written
 * @param schema the fields; those that are not stored are not written
 * @param storage the sink's own notes, by names that the run does not use: whole numbers (Long) and texts
 */
public record RunDescription(RunSpec run, FieldSchema schema, Map<String, Object> storage) {
    private static final String METADATA = "metadata";

    private static final Set<String> OWN_KEYS = Set.of(
            "run",
            "num_envs",
            "env_name",
            "task_name",
            "instruction_type",
            "attributes",
            "config",
            "episodes",
            "continuous",
            "schema");

    /** Checks the names of the notes. */
    public RunDescription {
        storage = Collections.unmodifiableMap(new LinkedHashMap<>(storage));
        if (!Collections.disjoint(storage.keySet(), OWN_KEYS)) {
            throw new IllegalArgumentException(
                    "notes " + storage.keySet() + " use a name of the run's own " + OWN_KEYS);
        }
    }

    /** The UTF-8 JSON of it. */
    public byte[] toJson() {
        Map<String, Object> root = new LinkedHashMap<>(storage);
        root.put("run", run.run());
        root.put("num_envs", run.numEnvs());
        if (run.isContinuous()) {
            root.put("continuous", true);
        }
        root.put("env_name", run.envName());
        root.put("task_name", run.taskName());
        root.put("instruction_type", run.instructionType());
        root.put("attributes", run.attributes());
        root.put("config", run.envConfigJson());
        root.put(
                "episodes", run.episodes().stream().map(RunDescription::episode).toList());
        root.put(
                "schema",
                schema.storedSpecs().stream().map(RunDescription::field).toList());
        return FormatJson.utf8(FormatJson.text(root));
    }

    /** The UTF-8 JSON of what a begin says: the episode, as the run's own has it, and metadata. */
    public static byte[] beginJson(EpisodeBegin begin) {
        Map<String, Object> map = episode(begin.info());
        if (!begin.metadata().isEmpty()) {
            map.put(METADATA, begin.metadata());
        }
        return FormatJson.utf8(FormatJson.text(map));
    }

    /**
     * Reads what {@link #beginJson} wrote.
     *
     * @throws IOException in one sentence, when it is no such JSON
     */
    public static EpisodeBegin parseBegin(int simEnv, byte[] json) throws IOException {
        try {
            JsonNode root = FormatJson.read(json);
            Map<String, Object> metadata = new LinkedHashMap<>();
            root.path(METADATA).properties().forEach(e -> metadata.put(e.getKey(), e.getValue()));
            return new EpisodeBegin(simEnv, episode(root), metadata);
        } catch (IllegalArgumentException e) {
            throw new IOException("it describes no episode: " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> episode(EpisodeInfo info) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("instruction", info.instruction());
        map.put("policy", info.policy());
        map.put("seed", info.seed());
        map.put("dt", info.dtSeconds());
        return map;
    }

    private static Map<String, Object> field(FieldSpec spec) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("path", spec.path());
        map.put("dtype", spec.dtype().label());
        map.put("shape", spec.shape());
        map.put("unit", spec.unit());
        map.put("frame", spec.frame());
        map.put("phase", spec.phase().label());
        map.put("image", spec.image());
        map.put("non_finite_allowed", spec.nonFiniteAllowed());
        if (!spec.video().isEmpty()) {
            map.put("video", spec.video());
        }
        if (spec.noiseFree()) {
            map.put("noise_free", true);
        }
        map.putAll(spec.signal().map());
        return map;
    }

    /**
     * Reads what {@link #toJson} wrote.
     *
     * @param folder the output folder the run belongs to
     * @throws IOException in one sentence, when it is no such JSON
     */
    public static RunDescription parse(byte[] json, Path folder) throws IOException {
        try {
            JsonNode root = FormatJson.read(json);
            List<FieldSpec> fields = new ArrayList<>();
            root.path("schema").forEach(node -> fields.add(SchemaFile.spec(node)));
            Map<String, Object> storage = new LinkedHashMap<>();
            root.properties().forEach(e -> addNote(storage, e.getKey(), e.getValue()));
            return new RunDescription(run(root, folder), FieldSchema.of(fields), storage);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new IOException("the run's header cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * One of the sink's notes in JSON of any version, which {@link #parse} may not understand.
     *
     * @return a Number, or a text; an empty text when there is none of that name
     */
    public static Object note(byte[] json, String name) {
        try {
            JsonNode value = FormatJson.read(json).path(name);
            return value.isNumber() ? value.numberValue() : value.asText();
        } catch (IOException e) {
            return "";
        }
    }

    private static void addNote(Map<String, Object> storage, String key, JsonNode value) {
        if (!OWN_KEYS.contains(key)) {
            storage.put(key, value.isIntegralNumber() ? (Object) value.longValue() : value.asText());
        }
    }

    private static RunSpec run(JsonNode root, Path folder) {
        List<EpisodeInfo> episodes = new ArrayList<>();
        root.path("episodes").forEach(node -> episodes.add(episode(node)));
        List<String> attributes = new ArrayList<>();
        root.path("attributes").forEach(node -> attributes.add(node.asText()));
        return RunSpec.builder(folder, root.path("env_name").asText())
                .taskName(root.path("task_name").asText())
                .run(root.path("run").asInt(-1))
                .episodes(episodes)
                .continuous(
                        root.path("continuous").asBoolean()
                                ? root.path("num_envs").asInt()
                                : 0)
                .instructionType(root.path("instruction_type").asText())
                .attributes(attributes)
                .envConfigJson(root.path("config").asText())
                .build();
    }

    private static EpisodeInfo episode(JsonNode node) {
        return new EpisodeInfo(
                node.path("instruction").asText(),
                node.path("policy").asText(),
                node.path("seed").asLong(-1),
                node.path("dt").asDouble());
    }

    /** A whole number among the notes; -1 when there is none of that name. */
    public long number(String name) {
        return storage.get(name) instanceof Long number ? number : -1;
    }

    /** A text among the notes; empty when there is none of that name. */
    public String text(String name) {
        return storage.get(name) instanceof String text ? text : "";
    }
}
