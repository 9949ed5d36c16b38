package io.github.roboreel.simulation;

import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.util.Optional;

/** A vector of one env. */
record SingleEnv(Env env) implements VectorEnv {
    @Override
    public void reset(int index, long seed) {
        env.reset(seed);
    }

    @Override
    public void step(int[] envs, double[][] actions, StepResult[] results) {
        for (int index : envs) {
            env.step(actions[index], results[index]);
        }
    }

    @Override
    public void observe(int index, Observation out) {
        env.observe(out);
    }

    @Override
    public void record(int index, FieldPhase phase, StepWriter row) {
        env.record(phase, row);
    }

    @Override
    public void restore(int index, RecordedStep step) {
        env.restore(step);
    }

    @Override
    public <T> Optional<T> unwrap(int index, Class<T> type) {
        return env.unwrap(type);
    }

    @Override
    public void close() {
        env.close();
    }
}
