package io.github.roboreel.format;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code run_complete.json}: what a recording promises to have left in an env folder, so that checks notice when runs
 * or videos are missing. A recorder that locks the folder itself writes it when it is closed; who gives it a lock does
 * when all runs are done. One that is null is not in the file. Immutable.
 *
 * @param formatVersion version of RoboReel's format
 * @param numEnvs the simulator's environments
 * @param numRuns runs
 * @param episodesPerFile places for demos in a run file of continuous episodes
 * @param numEpisodes episodes that were judged, of a recording of continuous episodes
 * @param videoMode {@code all}, {@code viewport}, {@code sensor} or {@code none}
 * @param seed first seed
 * @param instructionType for example {@code default}
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(Include.NON_NULL)
public record RunComplete(
        @JsonProperty(required = true) Integer formatVersion,
        @JsonProperty(required = true) Integer numEnvs,
        @JsonProperty(required = true) Integer numRuns,
        Integer episodesPerFile,
        Integer numEpisodes,
        String videoMode,
        Long seed,
        String instructionType) {
    private static final List<String> VIDEO_MODES = List.of("all", "viewport", "sensor", "none");

    /**
     * Of a recording with this version of RoboReel.
     *
     * @param numEnvs environments per run, 1 or more
     * @param numRuns runs, 1 or more
     * @param videoMode {@code all}, {@code viewport}, {@code sensor} or {@code none}
     * @param seed of episode 0
     * @param instructionType as in the run's description, for example {@code default}
     * @throws IllegalArgumentException when one of them is something else
     */
    public static RunComplete of(int numEnvs, int numRuns, String videoMode, long seed, String instructionType) {
        if (numEnvs < 1 || numRuns < 1 || !VIDEO_MODES.contains(videoMode)) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s: %d envs, %d runs, video mode '%s'; expected 1 or more of both and one of %s",
                    RunFolder.RUN_COMPLETE, numEnvs, numRuns, videoMode, String.join(", ", VIDEO_MODES)));
        }
        return new RunComplete(RunHeader.VERSION, numEnvs, numRuns, null, null, videoMode, seed, instructionType);
    }

    /**
     * The same of a recording of continuous episodes.
     *
     * @param placesPerFile places for demos in a run file
     * @param judged episodes that have a result line
     */
    public RunComplete continuous(int placesPerFile, int judged) {
        return new RunComplete(
                formatVersion, numEnvs, numRuns, placesPerFile, judged, videoMode, seed, instructionType);
    }

    /** Demos that a run file has places for; null when it is not said. */
    public Integer demosPerRun() {
        return episodesPerFile == null ? numEnvs : episodesPerFile;
    }

    /**
     * Writes it into an env folder, whole or not at all, in the place of an earlier one.
     *
     * @param envFolder that of the runs
     * @throws IOException when it cannot be written; an earlier one is as it was then
     */
    public void write(Path envFolder) throws IOException {
        WholeFile.write(envFolder.resolve(RunFolder.RUN_COMPLETE), FormatJson.utf8(text()));
    }

    /** The file's content: JSON in lines. */
    public String text() {
        return FormatJson.pretty(this) + "\n";
    }
}
