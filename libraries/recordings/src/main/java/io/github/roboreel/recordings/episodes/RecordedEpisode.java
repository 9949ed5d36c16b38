package io.github.roboreel.recordings.episodes;

import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.StepPeriod;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * An episode that a run file holds, with what the results say about it.
 *
 * @param env the env folder it is in
 * @param location run file and demo
 * @param run index of the run; empty when neither the file nor a result line says it
 * @param envId index of the environment; empty likewise
 * @param episode number of the episode
 * @param lines its lines in the results, in the file's order; more than one when it is repeated
 * @param metricSets names of the metric sets with which its run was recorded; empty when the file does not say it
 * @param runConfigJson the env's configuration in its run file; empty when there is none
 * @param provenanceJson with which software, and on which machine, its run was recorded; empty when the file does not
 *     say it
 */
public record RecordedEpisode(
        EnvFolder env,
        DemoLocation location,
        OptionalInt run,
        OptionalInt envId,
        int episode,
        List<EpisodeRecord> lines,
        List<String> metricSets,
        String runConfigJson,
        String provenanceJson) {
    /** Copies the lists. */
    public RecordedEpisode {
        lines = List.copyOf(lines);
        metricSets = List.copyOf(metricSets);
    }

    /** The line that counts; empty when the results do not know the episode. */
    public Optional<EpisodeRecord> line() {
        return lines.stream().findFirst();
    }

    /**
     * Time between two steps.
     *
     * @throws IOException when its demo cannot be read
     */
    public StepPeriod period(EpisodeReader demo) throws IOException {
        OptionalDouble ofLine = line().map(EpisodeRecord::dtSeconds).orElse(OptionalDouble.empty());
        return StepPeriod.of(env, demo, ofLine);
    }
}
