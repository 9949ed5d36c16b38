package io.github.roboreel.recorder.bench.idle;

import io.github.roboreel.recorder.bench.record.BenchArguments;

/**
 * What is measured.
 *
 * @param numEnvs parallel envs
 * @param paceHz vector steps per second
 * @param seconds of each measurement of processor time
 * @param firstSteps silences that end with a step
 * @param silenceSeconds of each of them
 * @param waitStrategy value of {@code recorder.wait_strategy}
 */
record IdleSpec(
        int numEnvs, double paceHz, double seconds, int firstSteps, double silenceSeconds, String waitStrategy) {
    IdleSpec {
        BenchArguments.requireAtLeast("--num-envs", numEnvs, 1);
        BenchArguments.requireAtLeast("--first-steps", firstSteps, 1);
        if (!(paceHz > 0 && paceHz <= 1e6)) {
            throw new IllegalArgumentException("--pace-hz is " + paceHz + "; expected more than 0, at most 1000000");
        }
        if (!(seconds > 0 && silenceSeconds >= 0)) {
            throw new IllegalArgumentException("expected --seconds above 0 and --silence-seconds of 0 or more, not "
                    + seconds + " and " + silenceSeconds);
        }
    }
}
