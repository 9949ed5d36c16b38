package io.github.roboreel.simulation;

import io.github.roboreel.format.EpisodeMetadata;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What is to be simulated. Immutable.
 *
 * @param task name of a task, or a task file's path where the simulator takes such
 * @param instructionType wording of the task's instruction
 * @param policy who acts, as recordings name it
 * @param numEnvs parallel envs, at least 1
 * @param seed seed of the recording's first episode, 0 or more
 * @param maxSteps control steps after which an episode is truncated; 0 for the task's own limit
 * @param cameras what is rendered and what for
 * @param configFolder the installation's {@code config}
 * @param recordedConfigJson configuration of a recording that is replayed, as {@code env_cfg.json} has it, without
 *     {@code _provenance}: what it says of the task goes before today's; null for a new recording
 * @param resetOptionsJson what every reset is given besides the seed, a JSON object; empty without options, and always
 *     where {@link SimulationProvider#takesResetOptions} is not said
 */
public record SimulationRequest(
        String task,
        String instructionType,
        String policy,
        int numEnvs,
        long seed,
        int maxSteps,
        CameraRequest cameras,
        Path configFolder,
        String recordedConfigJson,
        String resetOptionsJson) {
    /** Checks the numbers. */
    public SimulationRequest {
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(instructionType, "instructionType");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(cameras, "cameras");
        Objects.requireNonNull(configFolder, "configFolder");
        EpisodeMetadata.requireResetOptions(resetOptionsJson);
        requireAtLeast("number of envs", numEnvs, 1);
        requireAtLeast("seed", seed, 0);
        requireAtLeast("step limit", maxSteps, 0);
    }

    /** Of a new recording. */
    public SimulationRequest(
            String task,
            String instructionType,
            String policy,
            int numEnvs,
            long seed,
            int maxSteps,
            CameraRequest cameras,
            Path configFolder) {
        this(task, instructionType, policy, numEnvs, seed, maxSteps, cameras, configFolder, null, "");
    }

    /** The same with options of every reset. */
    public SimulationRequest withResetOptions(String json) {
        return new SimulationRequest(
                task,
                instructionType,
                policy,
                numEnvs,
                seed,
                maxSteps,
                cameras,
                configFolder,
                recordedConfigJson,
                json);
    }

    private static void requireAtLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException("The " + name + " must be at least " + least + ", given " + value + ".");
        }
    }
}
