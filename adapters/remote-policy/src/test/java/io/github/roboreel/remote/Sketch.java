package io.github.roboreel.remote;

import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.Restores;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.VectorEnv;

/** A simulation that is never opened. */
record Sketch(FieldSchema schema) implements Simulation {
    @Override
    public String taskName() {
        return "Task";
    }

    @Override
    public String instruction() {
        return "Do it.";
    }

    @Override
    public ActionSpace actionSpace() {
        return ActionSpace.box(2, "rad", -1, 1);
    }

    @Override
    public double dtSeconds() {
        return 0.1;
    }

    @Override
    public int maxSteps() {
        return 10;
    }

    @Override
    public Restores restores() {
        return Restores.SEED;
    }

    @Override
    public VectorEnv open(int numEnvs) {
        throw new UnsupportedOperationException();
    }
}
