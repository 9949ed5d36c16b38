package io.github.roboreel.runner.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.RecordedEpisode;
import io.github.roboreel.recordings.folder.EnvFolder.VideoFile;
import io.github.roboreel.simulation.ImageSize;
import io.github.roboreel.simulation.Restores;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.tools.RecordingDifference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An episode that is to be replayed, and what it takes for that. For one thread at a time, while its reader is open.
 *
 * @param episode where it is, and its result line
 * @param reader reads its rows
 * @param attributes of the demo
 * @param steps stored ones
 */
record RecordedDemo(RecordedEpisode episode, EpisodeReader reader, Map<String, Object> attributes, int steps) {
    private static final int IMAGE_AXES = 3;

    static RecordedDemo read(RecordedEpisode episode, EpisodeReader reader) throws IOException {
        return new RecordedDemo(episode, reader, reader.attributes(), Math.toIntExact(reader.numSamples()));
    }

    /**
     * Refuses one whose rows are not all that happened, or whose start is unknown.
     *
     * @throws RoboReelException with the sentence that says why
     */
    void requireWhole() throws IOException {
        Map<String, Object> free = freeAttributes();
        require(
                !hasStatus(EpisodeStatus.RECOVERED),
                "it was brought back after its recorder died, and its last steps may be lost");
        require(
                !free.containsKey(EpisodeMetadata.STEP_SCHEDULE),
                "only some of its steps were stored ("
                        + free.get(EpisodeMetadata.STEP_SCHEDULE)
                        + "), and the others' actions are not known");
        require(
                attributes.get(AttributeNames.SEED) instanceof Long seed && seed >= 0,
                "it has no seed, so that its start is not known");
        require(steps > 0 && reader.has(DemoPaths.ACTIONS), "it has no actions");
        long rows = reader.info(DemoPaths.ACTIONS).rows();
        require(rows == steps, Sentence.of("it has %d steps and %d actions", steps, rows));
    }

    /**
     * Refuses a simulation that cannot take its actions or start as it did.
     *
     * @param name of the simulation
     * @param isRestored whether it is to be set to recorded states
     */
    void requireFits(String name, Simulation simulation, boolean isRestored) throws IOException {
        require(
                simulation.restores() != Restores.NOTHING,
                "simulation " + name + " says that no two of its episodes are equal");
        require(
                !isRestored || simulation.restores() == Restores.STATE,
                "simulation " + name
                        + " can start its episodes again, but not be set to a recorded state; replay with --mode actions");
        long given = reader.info(DemoPaths.ACTIONS).rowElements();
        int expected = simulation.actionSpace().size();
        require(
                given == expected,
                Sentence.of("its actions have %d values, those of simulation %s %d", given, name, expected));
        double dt = simulation.dtSeconds();
        require(
                !(attributes.get(AttributeNames.DT) instanceof Double own) || Math.abs(own - dt) <= 1e-9,
                Sentence.of("its steps are %s s apart, those of simulation %s %s s", attributes.get("dt"), name, dt));
    }

    private Map<String, Object> freeAttributes() {
        return Optional.ofNullable(EpisodeMetadata.of(attributes).episodeAttributes())
                .orElse(Map.of());
    }

    /** What its env was reset with besides the seed, a JSON object; empty without options. */
    String resetOptions() {
        return freeAttributes().get(EpisodeMetadata.RESET_OPTIONS) instanceof String json ? json : "";
    }

    private static void require(boolean holds, String why) {
        if (!holds) {
            throw new RoboReelException(Kind.UNSUPPORTED, why);
        }
    }

    private boolean hasStatus(EpisodeStatus status) {
        return status.label().equals(attributes.get(AttributeNames.STATUS));
    }

    long seed() {
        return (Long) attributes.get(AttributeNames.SEED);
    }

    /** An attribute that is text; empty without it. */
    String text(String attribute) {
        return attributes.get(attribute) instanceof String text ? text : "";
    }

    /**
     * Where a truncated episode was cut; for any other what its configuration says, or more than it had.
     *
     * @param config of its recording
     */
    int maxSteps(JsonNode config) {
        int declared = RecordingDifference.maxSteps(config).orElse(0);
        int others = declared >= steps ? declared : steps + 1;
        return hasStatus(EpisodeStatus.TRUNCATED) ? steps : others;
    }

    double[] actions() throws IOException {
        return reader.readDoubles(DemoPaths.ACTIONS, 0, steps);
    }

    /** The video that shows the scene from outside; empty without one. */
    Optional<Path> viewportVideo() {
        return episode.line().stream()
                .flatMap(line -> episode.env().videosOf(line).stream())
                .filter(video -> video.isViewport() && video.camera().isEmpty())
                .map(VideoFile::path)
                .findFirst();
    }

    /** Size of the pictures that it has per step; empty without any. */
    Optional<ImageSize> imageSize() throws IOException {
        for (String path : reader.paths()) {
            List<Long> shape = reader.info(path).rowShape();
            if (DemoPaths.isIn(DemoPaths.OBS, path) && shape.size() == IMAGE_AXES) {
                return Optional.of(
                        new ImageSize(shape.get(1).intValue(), shape.get(0).intValue()));
            }
        }
        return Optional.empty();
    }

    /** The dataset at a path; empty without one. */
    Optional<DatasetInfo> dataset(String path) throws IOException {
        return reader.has(path) ? Optional.of(reader.info(path)) : Optional.empty();
    }
}
