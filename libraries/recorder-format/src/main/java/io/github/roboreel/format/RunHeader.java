package io.github.roboreel.format;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Attributes of {@code data} in a run file: where it comes from. Immutable.
 *
 * @param total steps of all demos
 * @param envArgs what robomimic reads of the environment, JSON
 * @param formatVersion version of RoboReel's format
 * @param recorderVersion version of the recorder
 * @param recordedAt when the file was made, UTC, ISO-8601 with offset
 * @param numEnvs the simulator's envs
 * @param config the run's {@code env_cfg.json}
 * @param taskAttributes labels of the task, a JSON array; not in files of 0.1.0
 * @param episodesPerFile places for demos in a run file of continuous episodes; null where each env has one episode a
 *     run
 * @param metricSets names of the metric sets computed of its episodes, a JSON array; not in files of 0.1.0
 * @param provenance with which software, and on which machine, it was recorded, the JSON of a {@link Provenance}; not
 *     in files of versions before 0.3.0
 */
@JsonNaming(SnakeCaseStrategy.class)
public record RunHeader(
        @JsonProperty(required = true) long total,
        @JsonProperty(required = true) String envArgs,
        @JsonProperty(required = true) long formatVersion,
        @JsonProperty(required = true) String recorderVersion,
        @JsonProperty(required = true) String recordedAt,
        @JsonProperty(required = true) long numEnvs,
        @JsonProperty(required = true) String config,
        String taskAttributes,
        String metricSets,
        Long episodesPerFile,
        String provenance) {
    /** The format version that is written. */
    public static final int VERSION = 1;

    /**
     * Whether the recorder of a run file, one of before 0.3.0, wrote a log for each episode, with events or without:
     * one that is missing is lost then.
     *
     * @param attributes of {@code data}
     */
    public static boolean hasLogOfEachEpisode(Map<String, Object> attributes) {
        return attributes.get(AttributeNames.RECORDER_VERSION) instanceof String version
                && version.matches("0\\.[12]\\..*");
    }

    /**
     * Demos that a run file has places for: as many as there are envs, unless its episodes are continuous.
     *
     * @param attributes of {@code data}
     * @return empty when they do not say it
     */
    public static OptionalInt demosPerRun(Map<String, Object> attributes) {
        return Stream.of(AttributeNames.EPISODES_PER_FILE, AttributeNames.NUM_ENVS)
                .map(attributes::get)
                .filter(number -> number instanceof Long && (Long) number > 0)
                .mapToInt(number -> (int) Math.min((Long) number, Integer.MAX_VALUE))
                .findFirst();
    }
}
