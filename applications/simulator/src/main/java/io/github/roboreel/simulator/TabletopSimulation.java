package io.github.roboreel.simulator;

import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.Restores;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.VectorEnv;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The tabletop with a task, ready to be recorded. Immutable but for the renderers that are lent to its envs. */
final class TabletopSimulation implements Simulation {
    /** Of an env with its policy, as measured with 2400 of them. */
    private static final long ENV_BYTES = 50_000;

    private final SimulationRequest request;
    private final TaskDefinition task;
    private final SimulationSettings settings;
    private final CameraPlan cameras;
    private final FieldSchema schema;
    private final RendererPool renderers;

    TabletopSimulation(SimulationRequest request, TaskDefinition task, FieldSchema schema) {
        this(request, task, schema, () -> new CameraRenderer(request.cameras().size()));
    }

    TabletopSimulation(
            SimulationRequest request, TaskDefinition task, FieldSchema schema, Supplier<CameraRenderer> renderers) {
        this.request = request;
        this.task = task;
        this.schema = schema;
        this.renderers = new RendererPool(renderers);
        settings = SimulationSettings.DEFAULT.withMaxSteps(request.maxSteps());
        cameras = new CameraPlan(request.cameras());
        makeEnv().close();
    }

    /** The task of every env. */
    TaskDefinition task() {
        return task;
    }

    /** Time steps and step limit. */
    SimulationSettings settings() {
        return settings;
    }

    SimulationRequest request() {
        return request;
    }

    @Override
    public String taskName() {
        return task.name();
    }

    @Override
    public String instruction() {
        return task.instruction(request.instructionType());
    }

    @Override
    public List<String> taskAttributes() {
        return task.attributes();
    }

    @Override
    public FieldSchema schema() {
        return schema;
    }

    @Override
    public ActionSpace actionSpace() {
        List<ActionSpace.Value> values = new ArrayList<>();
        for (int j = 0; j < PandaArm.JOINTS; j++) {
            values.add(new ActionSpace.Value(
                    "panda_joint" + (j + 1),
                    "rad",
                    PandaArm.clampPosition(j, Double.NEGATIVE_INFINITY),
                    PandaArm.clampPosition(j, Double.POSITIVE_INFINITY)));
        }
        values.add(new ActionSpace.Value("gripper", "1", 0, 1));
        return new ActionSpace(values);
    }

    @Override
    public double dtSeconds() {
        return settings.controlDtSeconds();
    }

    @Override
    public int maxSteps() {
        return settings.stepLimit(task);
    }

    @Override
    public Restores restores() {
        return Restores.SEED;
    }

    @Override
    public String envConfigJson() {
        return EnvConfigJson.of(this);
    }

    @Override
    public long memoryBytes(int numEnvs, int workers) {
        return numEnvs * (ENV_BYTES + cameras.frameBytes()) + Math.min(workers, numEnvs) * cameras.rendererBytes();
    }

    @Override
    public VectorEnv open(int numEnvs) {
        return VectorEnv.of(makeEnv());
    }

    private RecordedTabletop makeEnv() {
        return new RecordedTabletop(schema, new TabletopEnv(task, settings), renderers);
    }
}
