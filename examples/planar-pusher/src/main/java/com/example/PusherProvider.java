package com.example;

import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.Restores;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.TaskInfo;
import io.github.roboreel.simulation.VectorEnv;
import java.nio.file.Path;
import java.util.List;

/** Offers the planar pusher to {@code record --env planar-pusher}. */
public final class PusherProvider implements SimulationProvider {
    static final String NAME = "planar-pusher";
    private static final String TASK = "PushToGoalTask";
    private static final String INSTRUCTION = "Push the puck to the goal";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "A disc that pushes a puck on a table, simulated by dyn4j.";
    }

    @Override
    public List<String> taskNames(Path configFolder) {
        return List.of(TASK);
    }

    @Override
    public TaskInfo task(String task, Path configFolder) {
        return new TaskInfo(INSTRUCTION);
    }

    @Override
    public String defaultPolicy() {
        return PushPolicyProvider.NAME;
    }

    @Override
    public Simulation create(SimulationRequest request) {
        return new PusherSimulation(request, new PusherFields(request.cameras()));
    }

    private record PusherSimulation(SimulationRequest request, PusherFields fields) implements Simulation {
        private static final int DEFAULT_STEPS = 300;

        @Override
        public String taskName() {
            return request.task();
        }

        @Override
        public String instruction() {
            return INSTRUCTION;
        }

        @Override
        public FieldSchema schema() {
            return fields.schema();
        }

        @Override
        public ActionSpace actionSpace() {
            return ActionSpace.box(2, "m/s", -PusherWorld.MAX_SPEED, PusherWorld.MAX_SPEED);
        }

        @Override
        public double dtSeconds() {
            return PusherWorld.DT_SECONDS;
        }

        @Override
        public int maxSteps() {
            return request.maxSteps() > 0 ? request.maxSteps() : DEFAULT_STEPS;
        }

        @Override
        public Restores restores() {
            return Restores.STATE;
        }

        @Override
        public VectorEnv open(int numEnvs) {
            return VectorEnv.of(new PusherEnv(fields));
        }
    }
}
