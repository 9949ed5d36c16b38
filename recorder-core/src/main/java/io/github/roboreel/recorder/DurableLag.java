package io.github.roboreel.recorder;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lag of durability behind the producers. It costs them nothing: their counts are looked at every now and then, and
 * what was not durable then and is not now has waited since.
 */
final class DurableLag {
    private final Counts counts;
    private final long[] markedSteps;
    private final long[] markedNanos;
    private volatile double milliseconds;

    /** The counts of the envs, any thread. */
    interface Counts {
        int numEnvs();

        long recorded(int env);

        long durable(int env);

        static Counts of(List<EnvEpisode> envs) {
            return new Counts() {
                @Override
                public int numEnvs() {
                    return envs.size();
                }

                @Override
                public long recorded(int env) {
                    return envs.get(env).numSamples();
                }

                @Override
                public long durable(int env) {
                    return envs.get(env).durableSteps();
                }
            };
        }
    }

    /** @param most episodes that there will ever be */
    DurableLag(Counts counts, int most) {
        this.counts = counts;
        markedSteps = new long[most];
        markedNanos = new long[most];
    }

    /** Steps of all envs that were handed over and would not survive the process. Any thread. */
    double steps() {
        long steps = 0;
        for (int env = 0; env < counts.numEnvs(); env++) {
            // In this order no step counts as durable that is not counted as recorded.
            long durable = counts.durable(env);
            steps += Math.max(0, counts.recorded(env) - durable);
        }
        return steps;
    }

    /**
     * How long the oldest of them had waited at the last look: at least so long, and at most the time between two looks
     * longer. Any thread.
     */
    double milliseconds() {
        return milliseconds;
    }

    /** Looks at the counts; for one thread. */
    void sample(long nowNanos) {
        long longest = 0;
        for (int env = 0; env < Math.min(markedSteps.length, counts.numEnvs()); env++) {
            if (counts.durable(env) >= markedSteps[env]) {
                markedSteps[env] = counts.recorded(env);
                markedNanos[env] = nowNanos;
            } else {
                longest = Math.max(longest, nowNanos - markedNanos[env]);
            }
        }
        milliseconds = (double) longest / TimeUnit.MILLISECONDS.toNanos(1);
    }
}
