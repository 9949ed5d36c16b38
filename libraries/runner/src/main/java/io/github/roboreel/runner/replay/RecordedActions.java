package io.github.roboreel.runner.replay;

import io.github.roboreel.runner.RunProgress;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Policy;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.VectorPolicy;
import java.io.IOException;
import java.util.List;

/**
 * Acts as an episode did, whatever it sees, and stops it when the recorded actions are at their end. Sets the env to
 * the recorded states where that is asked for.
 */
final class RecordedActions implements PolicyProvider, RunProgress {
    private final RecordedDemo demo;
    private final int restoreEvery;
    private final int size;
    private final double[] values;
    private volatile int taken;

    /** @param restoreEvery steps after which the env is set to the recorded state; 0 for never */
    RecordedActions(RecordedDemo demo, int restoreEvery) throws IOException {
        this.demo = demo;
        this.restoreEvery = restoreEvery;
        values = demo.actions();
        size = values.length / demo.steps();
    }

    @Override
    public String name() {
        return "replay";
    }

    @Override
    public String description() {
        return "Acts as a recorded episode did.";
    }

    @Override
    public VectorPolicy create(PolicyRequest request) {
        RecordedStates states = new RecordedStates(demo);
        return VectorPolicy.of(List.of(new Policy() {
            @Override
            public void reset(Observation first, long seed) {}

            @Override
            public void act(Observation now, double[] actionOut) {
                if (restoreEvery > 0 && taken > 0 && taken % restoreEvery == 0) {
                    request.envs().restore(0, states.after(taken - 1));
                }
                System.arraycopy(values, taken * size, actionOut, 0, size);
            }
        }));
    }

    @Override
    public void stepped(int env, int steps) {
        taken = steps;
    }

    @Override
    public boolean stopRequested() {
        return (long) taken * size >= values.length;
    }

    @Override
    public String stopReason() {
        return "The recorded actions ended";
    }
}
