package io.github.roboreel.recorder.bench.continuous;

import io.github.roboreel.recorder.bench.record.BenchFields;
import java.util.Random;

/**
 * What is recorded: episodes of random lengths.
 *
 * @param numEnvs parallel envs
 * @param episodes how many in all
 * @param shortest steps of the shortest
 * @param longest steps of the longest; all lengths between are equally likely
 * @param fields what a step holds
 * @param paceHz vector steps per second; 0 for as fast as the recorder takes them
 * @param flushSeconds value of {@code hdf5.flush_interval_seconds}
 * @param metrics whether each episode's metrics are computed
 */
public record ContinuousSpec(
        int numEnvs,
        int episodes,
        int shortest,
        int longest,
        BenchFields fields,
        double paceHz,
        double flushSeconds,
        boolean metrics) {
    /** Checks the ranges. */
    public ContinuousSpec {
        boolean isLegal = numEnvs >= 1 && episodes >= numEnvs && shortest >= 1 && longest >= shortest;
        if (!isLegal || !(paceHz >= 0 && paceHz <= 1e6)) {
            throw new IllegalArgumentException(
                    "expected --num-envs of 1 or more, as many --episodes at least, 1 <= --shortest <= --longest, and"
                            + " --pace-hz from 0 to 1000000");
        }
    }

    /** The length of an episode, the same for all that record it. */
    int length(int episode) {
        return shortest + new Random(0x9E3779B9L * episode).nextInt(longest - shortest + 1);
    }

    /** The mean of all lengths: that of each episode where all have the same. */
    int meanLength() {
        return (shortest + longest) / 2;
    }
}
