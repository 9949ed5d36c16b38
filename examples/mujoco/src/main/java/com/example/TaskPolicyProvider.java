package com.example;

import io.github.roboreel.simulation.Policy;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.VectorPolicy;
import java.util.Optional;
import java.util.stream.Stream;

/** Offers the policy of a task: the arm reaches for the ball, everything else moves smoothly at random. */
public final class TaskPolicyProvider implements PolicyProvider {
    static final String NAME = "mujoco-task";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Reaches for the ball with MuJoCo's arm; moves MuJoCo's humanoid smoothly at random.";
    }

    @Override
    public Optional<String> objectionTo(PolicyChoice choice, Simulation simulation) {
        return simulation instanceof MujocoSimulation
                ? Optional.empty()
                : Optional.of("it knows the tasks of " + MujocoProvider.NAME + " only");
    }

    @Override
    public VectorPolicy create(PolicyRequest request) {
        MujocoSimulation simulation = (MujocoSimulation) request.simulation();
        return VectorPolicy.of(Stream.generate(() -> policy(simulation))
                .limit(request.numEnvs())
                .toList());
    }

    /** One for one env. */
    static Policy policy(MujocoSimulation simulation) {
        return simulation.task() instanceof ArmTask
                ? new ReachPolicy(simulation.schema(), simulation.actionSpace())
                : new SmoothNoisePolicy(simulation.actionSpace(), simulation.dtSeconds());
    }
}
