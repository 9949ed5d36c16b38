package io.github.roboreel.format;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * {@code env_cfg.json}: what the house reads of an environment's configuration; simulators put more into it. One that
 * is null is absent. Immutable.
 *
 * @param sim time steps of the physics
 * @param decimation physics steps per control step
 * @param numEnvs the simulator's environments
 * @param episodesPerFile places for demos in a run file of continuous episodes; null where each env has one episode a
 *     run
 * @param scene what is in the scene
 * @param seed of episode 0
 * @param policy who acts
 * @param instruction what the robot is asked to do
 * @param instructionType variant of the instruction
 * @param instructionVariants wordings by variant
 * @param taskName name of the task
 * @param taskLabels labels of the task
 * @param olderTaskLabels the same in older files
 * @param importedFrom dataset that the episodes come from
 * @param provenance with which software, and on which machine, the folder's first run was recorded
 */
@JsonNaming(SnakeCaseStrategy.class)
public record EnvConfig(
        @JsonProperty(required = true) Sim sim,
        @JsonProperty(required = true) Double decimation,
        Integer numEnvs,
        @JsonProperty(EnvConfig.EPISODES_PER_FILE) Integer episodesPerFile,
        Scene scene,
        Long seed,
        String policy,
        String instruction,
        String instructionType,
        @JsonProperty("_instruction_variants") Map<String, String> instructionVariants,
        @JsonProperty("_task_name") String taskName,
        @JsonProperty("_task_attributes") List<Object> taskLabels,
        @JsonProperty("task_attributes") List<Object> olderTaskLabels,
        @JsonProperty(EnvConfig.IMPORTED_FROM) Object importedFrom,
        @JsonProperty(EnvConfig.PROVENANCE) Provenance provenance) {
    /** Key of the places for demos in a run file of continuous episodes. */
    public static final String EPISODES_PER_FILE = "_episodes_per_file";

    /** Key of where the folder's first run comes from. */
    public static final String PROVENANCE = "_provenance";

    /** Key of the dataset that the episodes come from. */
    public static final String IMPORTED_FROM = "imported_from";

    /** Key of the fields of the folder's runs, by path: dtype, shape of a row, unit and frame; null in imports. */
    public static final String FIELDS = "_fields";

    /** Key of the space of actions, of Gymnasium, see {@link SpaceJson}. */
    public static final String ACTION_SPACE = "action_space";

    /** Key of the space of observations, likewise. */
    public static final String OBSERVATION_SPACE = "observation_space";

    /** Value of the key {@code simulator} where the built-in tabletop was recorded. */
    public static final String TABLETOP = "roboreel-tabletop";

    /** Of a folder without a configuration. */
    public static final EnvConfig NONE =
            new EnvConfig(null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);

    /**
     * Time steps of the physics.
     *
     * @param dt seconds of a step
     * @param renderInterval steps between two pictures
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Sim(@JsonProperty(required = true) Double dt, Double renderInterval) {}

    /**
     * Size of the scene.
     *
     * @param numEnvs the simulator's environments
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Scene(Integer numEnvs) {}

    /** Time between two control steps, seconds; empty when it is not said. */
    public OptionalDouble dtSeconds() {
        return sim == null ? OptionalDouble.empty() : product(sim.dt(), decimation);
    }

    /** Time between two video frames, seconds; empty when it is not said. */
    public OptionalDouble frameSeconds() {
        return sim == null || sim.renderInterval() == null ? dtSeconds() : product(sim.dt(), sim.renderInterval());
    }

    private static OptionalDouble product(Double dt, Double steps) {
        boolean isPositive = dt != null && dt > 0 && steps != null && steps > 0;
        return isPositive ? OptionalDouble.of(dt * steps) : OptionalDouble.empty();
    }

    /** Demos that a run file has places for: as many as there are envs, unless episodes are continuous. */
    public OptionalInt demosPerRun() {
        return isContinuous() ? OptionalInt.of(episodesPerFile) : envs();
    }

    /** Whether an env begins episode after episode, without waiting for the others. */
    public boolean isContinuous() {
        return episodesPerFile != null && episodesPerFile > 0;
    }

    /** The simulator's environments; empty when it is not said. */
    public OptionalInt envs() {
        Integer envs = numEnvs == null && scene != null ? scene.numEnvs() : numEnvs;
        return envs != null && envs > 0 ? OptionalInt.of(envs) : OptionalInt.empty();
    }

    /** Labels of the task; null when there are none. */
    public List<Object> labels() {
        return taskLabels == null ? olderTaskLabels : taskLabels;
    }

    /** Every wording of the instruction that is not empty, each once. */
    public List<String> instructions() {
        Stream<String> variants = instructionVariants == null ? Stream.of() : instructionVariants.values().stream();
        return Stream.concat(variants, Stream.ofNullable(instruction))
                .filter(Objects::nonNull)
                .filter(text -> !text.isEmpty())
                .distinct()
                .toList();
    }
}
