package io.github.roboreel.recorder;

import io.github.roboreel.recorder.schema.TextRules;
import java.util.List;
import java.util.Objects;

/**
 * Description of one env's episode before it starts. Immutable.
 *
 * @param instruction the resolved instruction text: whole characters but NUL, up to 64 KiB of UTF-8
 * @param policy name of the policy that acts, on one line
 * @param seed the episode's seed; -1 when there is none
 * @param dtSeconds control period in seconds
 */
public record EpisodeInfo(String instruction, String policy, long seed, double dtSeconds) {
    /** Checks the texts and the period. */
    public EpisodeInfo {
        TextRules.requireText("instruction", Objects.requireNonNull(instruction, "instruction"));
        TextRules.requireName("policy", Objects.requireNonNull(policy, "policy"));
        if (!(dtSeconds > 0) || Double.isInfinite(dtSeconds)) {
            throw new IllegalArgumentException("dtSeconds is " + dtSeconds + "; expected a finite number above 0");
        }
    }

    /** The same with another seed; -1 for none. */
    public EpisodeInfo withSeed(long newSeed) {
        return new EpisodeInfo(instruction, policy, newSeed, dtSeconds);
    }

    /** The same with another instruction. */
    public EpisodeInfo withInstruction(String newInstruction) {
        return new EpisodeInfo(newInstruction, policy, seed, dtSeconds);
    }

    /** The same with another policy. */
    public EpisodeInfo withPolicy(String newPolicy) {
        return new EpisodeInfo(instruction, newPolicy, seed, dtSeconds);
    }

    /** The same information for every one of {@code numEnvs} envs. */
    public static List<EpisodeInfo> repeat(int numEnvs, EpisodeInfo info) {
        return java.util.Collections.nCopies(numEnvs, info);
    }
}
