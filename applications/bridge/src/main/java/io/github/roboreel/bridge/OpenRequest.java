package io.github.roboreel.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.Provenance;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.schema.SchemaFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What {@code open_run} asks for, and the memory that {@code open_run} or {@code join_run} brings. Immutable. */
final class OpenRequest {
    private static final int MAX_ENVS = 1 << 20;
    private static final int MAX_DECIMATION = 1 << 20;
    private static final int MAX_ROWS = 1 << 20;
    private static final String FIELDS = "fields";

    private final MessageValues message;
    private final boolean joins;
    private final boolean continuous;
    private final boolean takesVideos;
    private final boolean takesMetrics;
    private final boolean continues;

    /** Refuses flags of other types. */
    OpenRequest(JsonNode message) {
        String type = message.path("type").asText();
        joins = type.equals("join_run");
        if (!joins && !type.equals("open_run")) {
            throw ProtocolException.of("a message is of type '%s'; expected open_run or join_run", type);
        }
        this.message = new MessageValues(type, message);
        continuous = this.message.flag("continuous", false);
        takesVideos = this.message.flag("videos", true);
        takesMetrics = this.message.flag("metrics", true);
        continues = this.message.flag("continue", false);
    }

    /** Whether a run is meant that another client has opened. */
    boolean joins() {
        return joins;
    }

    Path folder() {
        Path folder = path("folder");
        if (!folder.isAbsolute()) {
            throw ProtocolException.of("folder '%s' is no absolute path; the daemon has a folder of its own", folder);
        }
        return folder.normalize();
    }

    private Path path(String key) {
        String text = message.text(key);
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw ProtocolException.of("'%s' is no path: %s", key, e.getReason());
        }
    }

    int numEnvs() {
        return message.wholeNumber("num_envs", 1, MAX_ENVS);
    }

    /** The run that is asked for; empty for the next free one. */
    OptionalInt run() {
        return message.has("run")
                ? OptionalInt.of(message.wholeNumber("run", 0, Integer.MAX_VALUE))
                : OptionalInt.empty();
    }

    boolean isContinuous() {
        return continuous;
    }

    boolean takesVideos() {
        return takesVideos;
    }

    boolean takesMetrics() {
        return takesMetrics;
    }

    /** Whether the memory is one whose daemon died. */
    boolean continues() {
        return continues;
    }

    Path memory() {
        return path("memory");
    }

    int slots() {
        return message.wholeNumber("slots", 1, MAX_ROWS);
    }

    /** What the ring may take at most, where fewer slots would do. */
    long maxBytes() {
        return message.wholeNumber("max_bytes", 1, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    int blockRows() {
        return message.wholeNumber("block_rows", 1, MAX_ROWS, 1);
    }

    /** The envs whose rows the ring has, in its order. */
    int[] envs(int numEnvs) {
        if (!message.has("envs")) {
            return IntStream.range(0, numEnvs).toArray();
        }
        int[] envs = message.wholeNumbers("envs", 0, MAX_ENVS - 1);
        boolean areOfRun = envs.length > 0 && Arrays.stream(envs).allMatch(env -> env < numEnvs);
        if (!areOfRun || Arrays.stream(envs).distinct().count() != envs.length) {
            throw new IllegalArgumentException(Sentence.of(
                    "envs is %s; expected some of the run's envs 0 to %s, each once",
                    Arrays.toString(envs), numEnvs - 1));
        }
        return envs;
    }

    /**
     * What was said of episodes that are open, by the ring's env, where the memory is one whose daemon died.
     *
     * @param numEnvs of the ring
     */
    Map<Integer, MessageValues> episodes(int numEnvs) {
        return message.byEnv("episodes", numEnvs);
    }

    /** Settings by their names, over those that the daemon has. */
    Map<String, Object> settings() {
        return message.object("settings").map();
    }

    RingFields fields() {
        List<FieldSpec> fields = new ArrayList<>();
        for (JsonNode field : message.list(FIELDS)) {
            fields.add(field(fields.size(), field));
        }
        if (fields.isEmpty()) {
            throw ProtocolException.of("open_run has no '%s'; expected a list of at least one field", FIELDS);
        }
        return RingFields.of(fields);
    }

    private static FieldSpec field(int index, JsonNode given) {
        try {
            return SchemaFile.spec(given);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "field " + index + " (" + given.path("path").asText("no path") + "): " + e.getMessage(), e);
        }
    }

    RunSpec spec(int run) {
        int decimation = message.wholeNumber("decimation", 1, MAX_DECIMATION, 1);
        double dtSeconds = message.positive("dt_seconds");
        EpisodeInfo info = new EpisodeInfo(
                message.text("instruction", ""),
                message.text("policy", "unknown"),
                message.wholeNumber("seed", Long.MIN_VALUE, Long.MAX_VALUE, -1L),
                dtSeconds);
        String envName = message.text("env_name");
        RunSpec.Builder builder = RunSpec.builder(folder(), envName)
                .run(run)
                .taskName(message.text("task_name", envName))
                .physics(dtSeconds / decimation, decimation)
                .episodes(Collections.nCopies(numEnvs(), info))
                .attributes(message.texts("attributes"))
                .envConfig(message.object("env_config").map());
        if (message.has("simulator")) {
            MessageValues simulator = message.object("simulator");
            builder.provenance(Provenance.ofSimulator(simulator.text("name", ""), simulator.text("version", "")));
        }
        return builder.build();
    }

    /** The run after the last one that has left something in the env's folder. */
    int nextRun() throws IOException {
        Path folder = folder().resolve(message.text("env_name"));
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
