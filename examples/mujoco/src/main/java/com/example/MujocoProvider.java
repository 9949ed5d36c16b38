package com.example;

import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.TaskInfo;
import java.nio.file.Path;
import java.util.List;

/** Offers MuJoCo to {@code record --env mujoco}. The library is loaded when a recording is prepared, not before. */
public final class MujocoProvider implements SimulationProvider {
    static final String NAME = "mujoco";

    /** The only version whose structures {@link Layout} knows, and so the one that recorded. */
    static final String VERSION = "MuJoCo 2.2.2";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String simulatorVersion() {
        return VERSION;
    }

    @Override
    public String description() {
        return "MuJoCo 2.2.2: a humanoid that stays on its feet, an arm that reaches.";
    }

    @Override
    public List<String> taskNames(Path configFolder) {
        return MujocoTask.ALL.stream().map(MujocoTask::name).toList();
    }

    @Override
    public TaskInfo task(String task, Path configFolder) {
        return new TaskInfo(MujocoTask.of(task).instruction());
    }

    @Override
    public String defaultPolicy() {
        return TaskPolicyProvider.NAME;
    }

    @Override
    public Simulation create(SimulationRequest request) {
        MujocoTask task = MujocoTask.of(request.task());
        String mjcf = MujocoConfig.mjcf(request.recordedConfigJson()).orElseGet(task::mjcf);
        return new MujocoSimulation(task, mjcf, request.maxSteps(), request.cameras());
    }
}
