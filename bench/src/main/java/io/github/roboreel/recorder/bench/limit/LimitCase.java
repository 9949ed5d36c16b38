package io.github.roboreel.recorder.bench.limit;

import io.github.roboreel.recorder.bench.record.BenchFields;

/**
 * What is written.
 *
 * @param numEnvs parallel envs
 * @param steps of an episode
 * @param episodes of all envs: as many as envs, one after the other where they are more
 * @param fields of a step
 */
record LimitCase(int numEnvs, int steps, int episodes, BenchFields fields) {
    /** An episode of RoboLab's fields for each env, as long as {@code bench scale} records. */
    static LimitCase ofEnvs(int numEnvs, int steps) {
        BenchFields fields = BenchFields.proprio();
        return new LimitCase(numEnvs, steps == 0 ? fields.sweepSteps(numEnvs) : steps, numEnvs, fields);
    }

    boolean isContinuous() {
        return episodes > numEnvs;
    }

    long envSteps() {
        return (long) episodes * steps;
    }

    /** Datasets of a demo. */
    int datasets() {
        return fields.schema().storedSpecs().size();
    }
}
