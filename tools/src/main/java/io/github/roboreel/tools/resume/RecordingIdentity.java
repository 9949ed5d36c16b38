package io.github.roboreel.tools.resume;

import java.util.Objects;

/**
 * What must not change between two sessions of one recording: episode numbers and seeds follow from
 * it, and a folder with two of them would be two recordings.
 *
 * @param envName the task's name, also the env folder's
 * @param numEnvs environments per run
 * @param seed seed of episode 0; that of episode e is larger by e
 * @param instructionType which of the task's instructions
 * @param policy name of the policy that acts
 * @param videoMode which videos are made: {@code all}, {@code viewport}, {@code sensor} or {@code
 *     none}
 */
public record RecordingIdentity(
        String envName,
        int numEnvs,
        long seed,
        String instructionType,
        String policy,
        String videoMode) {
    /** Checks that there are texts. */
    public RecordingIdentity {
        Objects.requireNonNull(envName, "envName");
        Objects.requireNonNull(instructionType, "instructionType");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(videoMode, "videoMode");
    }
}
