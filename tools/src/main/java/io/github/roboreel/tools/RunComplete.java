package io.github.roboreel.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * {@code run_complete.json}: what the recorder promises to have left in an env folder, written when
 * all its runs were done.
 *
 * @param formatVersion version of RoboReel's format
 * @param numEnvs environments per run
 * @param numRuns runs
 * @param videoMode {@code all}, {@code viewport}, {@code sensor} or {@code none}
 * @param seed first seed
 * @param instructionType for example {@code default}
 */
public record RunComplete(
        OptionalInt formatVersion,
        OptionalInt numEnvs,
        OptionalInt numRuns,
        Optional<String> videoMode,
        OptionalLong seed,
        Optional<String> instructionType) {
    /** Name of the file. */
    public static final String NAME = "run_complete.json";

    /**
     * What a recording of ours promises.
     *
     * @param videoMode {@code all}, {@code viewport}, {@code sensor} or {@code none}
     */
    public static RunComplete of(
            int numEnvs, int numRuns, String videoMode, long seed, String instructionType) {
        return new RunComplete(
                OptionalInt.of(RunSpec.FORMAT_VERSION),
                OptionalInt.of(numEnvs),
                OptionalInt.of(numRuns),
                Optional.of(videoMode),
                OptionalLong.of(seed),
                Optional.of(instructionType));
    }

    /**
     * Writes it into an env folder, whole or not at all, in the place of an earlier one.
     *
     * @throws IOException when it cannot be written; an earlier one is as it was then
     */
    public void write(Path envFolder) throws IOException {
        WholeFile.write(envFolder.resolve(NAME), text().getBytes(StandardCharsets.UTF_8));
    }

    /** The file's content: JSON in lines. */
    public String text() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        formatVersion.ifPresent(v -> json.put("format_version", v));
        numEnvs.ifPresent(v -> json.put("num_envs", v));
        numRuns.ifPresent(v -> json.put("num_runs", v));
        videoMode.ifPresent(v -> json.put("video_mode", v));
        seed.ifPresent(v -> json.put("seed", v));
        instructionType.ifPresent(v -> json.put("instruction_type", v));
        return json.toPrettyString() + "\n";
    }

    /** Refuses one that a newer RoboReel wrote; its folder's result lines are as new. */
    void requireKnownFormat(Path file) throws NewerFormatException {
        if (formatVersion.isPresent()) {
            NewerFormatException.requireKnown(
                    file, formatVersion.getAsInt(), RunSpec.FORMAT_VERSION);
        }
    }

    static RunComplete of(JsonNode json) {
        JsonNode seed = json.path("seed");
        return new RunComplete(
                Json.integer(json.path("format_version")),
                Json.integer(json.path("num_envs")),
                Json.integer(json.path("num_runs")),
                Optional.ofNullable(json.path("video_mode").textValue()),
                seed.isIntegralNumber() ? OptionalLong.of(seed.longValue()) : OptionalLong.empty(),
                Optional.ofNullable(json.path("instruction_type").textValue()));
    }
}
