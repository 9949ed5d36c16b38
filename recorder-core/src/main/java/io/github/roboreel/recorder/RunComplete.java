package io.github.roboreel.recorder;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.files.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * {@code run_complete.json}: what a recording promises to have left in an env folder. Whoever knows that all runs of
 * the folder are done writes it, an application after it has closed the recorder of the last one; checks then tell when
 * runs or videos are missing. Immutable.
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
    private static final List<String> VIDEO_MODES = List.of("all", "viewport", "sensor", "none");

    /**
     * Of a recording with this version of RoboReel.
     *
     * @param numEnvs environments per run, 1 or more
     * @param numRuns runs, 1 or more
     * @param videoMode {@code all}, {@code viewport}, {@code sensor} or {@code none}
     * @param seed of episode 0
     * @param instructionType as in {@link RunSpec}, for example {@code default}
     * @throws IllegalArgumentException when one of them is something else
     */
    public static RunComplete of(int numEnvs, int numRuns, String videoMode, long seed, String instructionType) {
        if (numEnvs < 1 || numRuns < 1 || !VIDEO_MODES.contains(videoMode)) {
            throw new IllegalArgumentException(RunFolder.RUN_COMPLETE
                    + ": "
                    + numEnvs
                    + " envs, "
                    + numRuns
                    + " runs, video mode '"
                    + videoMode
                    + "'; expected 1 or more of both and one of "
                    + String.join(", ", VIDEO_MODES));
        }
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
     * @param envFolder that of the runs, {@link RunSpec#envFolder()}
     * @throws IOException when it cannot be written; an earlier one is as it was then
     */
    public void write(Path envFolder) throws IOException {
        WholeFile.write(envFolder.resolve(RunFolder.RUN_COMPLETE), text().getBytes(StandardCharsets.UTF_8));
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
}
