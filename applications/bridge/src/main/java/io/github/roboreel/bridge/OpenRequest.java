package io.github.roboreel.bridge;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.Provenance;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.schema.SchemaFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What {@code open_run} asks for, and the memory that {@code open_run} or {@code join_run} brings. Immutable. */
final class OpenRequest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_ENVS = 1 << 20;

    private final JsonNode message;

    OpenRequest(JsonNode message) {
        this.message = message;
    }

    Path folder() {
        String folder = requiredText("folder");
        Path path = Path.of(folder);
        if (!path.isAbsolute()) {
            throw ProtocolException.of("folder '%s' is no absolute path; the daemon has a folder of its own", folder);
        }
        return path.normalize();
    }

    private String requiredText(String key) {
        if (!message.path(key).isTextual() || message.path(key).asText().isEmpty()) {
            throw ProtocolException.of(
                    "'%s' of %s is %s; expected a text",
                    key, message.path("type").asText(), message.path(key));
        }
        return message.path(key).asText();
    }

    int numEnvs() {
        return wholeNumber("num_envs", 1, MAX_ENVS);
    }

    private int wholeNumber(String key, int low, int high) {
        JsonNode value = message.path(key);
        if (!value.canConvertToExactIntegral() || value.asLong() < low || value.asLong() > high) {
            throw ProtocolException.of(
                    "'%s' of %s is %s; expected a whole number from %s to %s",
                    key, message.path("type").asText(), value, low, high);
        }
        return value.asInt();
    }

    /** The run that is asked for; empty for the next free one. */
    OptionalInt run() {
        return message.path("run").isNull() || message.path("run").isMissingNode()
                ? OptionalInt.empty()
                : OptionalInt.of(wholeNumber("run", 0, Integer.MAX_VALUE));
    }

    boolean isContinuous() {
        return message.path("continuous").asBoolean(false);
    }

    boolean takesVideos() {
        return message.path("videos").asBoolean(true);
    }

    boolean takesMetrics() {
        return message.path("metrics").asBoolean(true);
    }

    /** Whether the memory is one whose daemon died. */
    boolean continues() {
        return message.path("continue").asBoolean(false);
    }

    Path memory() {
        return Path.of(requiredText("memory"));
    }

    int slots() {
        return wholeNumber("slots", 1, 1 << 20);
    }

    /** What the ring may take at most, where fewer slots would do. */
    long maxBytes() {
        return message.path("max_bytes").isMissingNode()
                ? Long.MAX_VALUE
                : message.path("max_bytes").asLong();
    }

    int blockRows() {
        return message.path("block_rows").isMissingNode() ? 1 : wholeNumber("block_rows", 1, 1 << 20);
    }

    /** The envs whose rows the ring has, in its order. */
    int[] envs(int numEnvs) {
        JsonNode list = message.path("envs");
        if (!list.isArray()) {
            return IntStream.range(0, numEnvs).toArray();
        }
        int[] envs = new int[list.size()];
        for (int i = 0; i < envs.length; i++) {
            JsonNode env = list.get(i);
            if (!env.canConvertToExactIntegral() || env.asLong() < 0 || env.asLong() >= numEnvs) {
                throw ProtocolException.of("'envs' holds %s; expected whole numbers from 0 to %s", env, numEnvs - 1);
            }
            envs[i] = env.asInt();
        }
        if (envs.length == 0 || Arrays.stream(envs).distinct().count() != envs.length) {
            throw ProtocolException.of("'envs' is %s; expected some envs, each once", list);
        }
        return envs;
    }

    /** What was said of episodes that are open, by the ring's env, where the memory is one whose daemon died. */
    Map<Integer, JsonNode> episodes() {
        Map<Integer, JsonNode> episodes = new LinkedHashMap<>();
        message.path("episodes").forEach(said -> episodes.put(said.path("env").asInt(-1), said));
        return episodes;
    }

    /** Settings by their names, over those that the daemon has. */
    Map<String, Object> settings() {
        return map("settings");
    }

    private Map<String, Object> map(String key) {
        JsonNode value = message.path(key);
        if (!value.isObject() && !value.isNull() && !value.isMissingNode()) {
            throw ProtocolException.of("'%s' is %s; expected an object", key, value);
        }
        return value.isObject() ? JSON.convertValue(value, new TypeReference<Map<String, Object>>() {}) : Map.of();
    }

    RingFields fields() {
        List<FieldSpec> fields = new ArrayList<>();
        message.path("fields").forEach(field -> fields.add(SchemaFile.spec(field)));
        return RingFields.of(fields);
    }

    RunSpec spec(int run) {
        RunSpec.Builder builder = RunSpec.builder(folder(), requiredText("env_name"))
                .run(run)
                .envs(numEnvs(), message.path("instruction").asText(""))
                .policy(message.path("policy").asText("unknown"))
                .seed(message.path("seed").asLong(-1))
                .physics(
                        message.path("dt_seconds").asDouble()
                                / message.path("decimation").asInt(1),
                        message.path("decimation").asInt(1))
                .attributes(texts("attributes"))
                .envConfig(map("env_config"));
        if (message.path("task_name").isTextual()) {
            builder.taskName(message.path("task_name").asText());
        }
        JsonNode simulator = message.path("simulator");
        if (simulator.isObject()) {
            builder.provenance(Provenance.ofSimulator(
                    simulator.path("name").asText(""), simulator.path("version").asText("")));
        }
        return builder.build();
    }

    private List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        message.path(key).forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /** The run after the last one that has left something in the env's folder. */
    int nextRun() throws IOException {
        Path folder = folder().resolve(requiredText("env_name"));
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return 1 + files.mapToInt(OpenRequest::runOf).max().orElse(-1);
        }
    }

    private static int runOf(Path file) {
        return RunFolder.runFileOf(file)
                .map(runFile -> RunFolder.runOf(runFile.getFileName().toString()))
                .orElse(OptionalInt.empty())
                .orElse(-1);
    }
}
