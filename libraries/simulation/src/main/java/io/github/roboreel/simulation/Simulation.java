package io.github.roboreel.simulation;

import io.github.roboreel.recorder.schema.FieldSchema;
import java.util.List;

/**
 * One simulator with one task, ready to be opened: what its envs look like, and how they are made. Immutable; any
 * thread may use it.
 */
public interface Simulation {
    /** The task's name: the results show it, and the run files' folder has it. */
    String taskName();

    /** The robot's instruction, in the wording that was asked for; empty when there is none. */
    default String instruction() {
        return "";
    }

    /** Labels of the task, for example its difficulty. */
    default List<String> taskAttributes() {
        return List.of();
    }

    /**
     * The fields to record. {@code actions} is required and {@code obs/...} are what policies see; the runner fills
     * these two, {@code final_obs/...} of the same names and {@code timestamps/sim_time_s} where they are declared. All
     * others are filled by {@link VectorEnv#record}.
     */
    FieldSchema schema();

    /** The values that an action has. */
    ActionSpace actionSpace();

    /** Time between two control steps, seconds. */
    double dtSeconds();

    /** Control steps after which an episode is truncated at the latest. */
    int maxSteps();

    /** What an env can be set back to. */
    Restores restores();

    /**
     * What describes the environment: a JSON object for {@code env_cfg.json}. Where it does not state time steps,
     * number of envs, seed, policy, instruction and task, they are added under RoboLab's names.
     */
    default String envConfigJson() {
        return "{}";
    }

    /** Model of the graphics processor that simulates or renders, for the recording's provenance; empty without one. */
    default String gpu() {
        return "";
    }

    /**
     * How many envs one {@link VectorEnv} steps together: 1, the default, where each env is stepped on its own, by the
     * thread that opened it; {@code numEnvs} where one call steps all of them.
     */
    default int vectorSize(int numEnvs) {
        return 1;
    }

    /**
     * About how many bytes all envs take.
     *
     * @param numEnvs parallel envs
     * @param workers threads that step them
     */
    default long memoryBytes(int numEnvs, int workers) {
        return 0;
    }

    /**
     * Makes envs. Called by the thread that will step them.
     *
     * @param numEnvs envs to make, at most {@link #vectorSize}
     */
    VectorEnv open(int numEnvs);
}
