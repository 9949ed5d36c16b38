package io.github.roboreel.tools.resume;

import java.util.Objects;

/**
 * What must not change between two sessions of one recording: episode numbers and seeds follow from
 * it.
 *
 * @param envName the task's name, also the env folder's
 * @param numEnvs environments per run
 * @param seed seed of episode 0
 * @param instructionType which of the task's instructions
 */
public record RecordingIdentity(String envName, int numEnvs, long seed, String instructionType) {
    /** Checks that there are texts. */
    public RecordingIdentity {
        Objects.requireNonNull(envName, "envName");
        Objects.requireNonNull(instructionType, "instructionType");
    }
}
