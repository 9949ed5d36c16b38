package io.github.roboreel.runner.replay;

import io.github.roboreel.runner.RunProgress;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Policy;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.VectorPolicy;
import java.util.List;

/** Acts as an episode did, whatever it sees, and stops it when the recorded actions are at their end. */
final class RecordedActions implements PolicyProvider, RunProgress {
    private final int size;
    private final double[] values;
    private volatile int taken;

    /**
     * Of one episode.
     *
     * @param size values of an action
     * @param values of all actions, row by row
     */
    RecordedActions(int size, double[] values) {
        this.size = size;
        this.values = values;
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
        return VectorPolicy.of(List.of(new Policy() {
            @Override
            public void reset(Observation first, long seed) {}

            @Override
            public void act(Observation now, double[] actionOut) {
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
