package io.github.roboreel.simulator;

import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.TaskInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Offers the tabletop; found through {@link java.util.ServiceLoader}. */
public final class TabletopProvider implements SimulationProvider {
    /** Name of the simulation. */
    public static final String NAME = "tabletop";

    /** Its name in configurations. */
    static final String SIMULATOR = EnvConfig.TABLETOP;

    /** For {@link java.util.ServiceLoader}. */
    public TabletopProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String simulatorName() {
        return SIMULATOR;
    }

    /** It has RoboReel's. */
    @Override
    public String simulatorVersion() {
        return TabletopProvider.class.getPackage().getImplementationVersion();
    }

    @Override
    public String description() {
        return "A Franka Panda with a Robotiq gripper and objects on a table, in rigid-body physics.";
    }

    @Override
    public List<String> taskNames(Path configFolder) {
        List<String> names = new ArrayList<>(catalog(configFolder).names());
        if (names.remove(TaskCatalog.DEFAULT_TASK)) {
            names.add(0, TaskCatalog.DEFAULT_TASK);
        }
        return names;
    }

    @Override
    public TaskInfo task(String task, Path configFolder) {
        TaskDefinition definition = definition(task, configFolder);
        return new TaskInfo(
                definition.instruction(TaskInfo.DEFAULT_INSTRUCTION),
                List.copyOf(definition.instructions().keySet()));
    }

    @Override
    public boolean takesTaskFiles() {
        return true;
    }

    @Override
    public String defaultPolicy() {
        return TabletopPolicies.SCRIPTED;
    }

    @Override
    public TabletopSimulation create(SimulationRequest request) {
        return checked(() -> {
            TaskDefinition task = request.recordedConfigJson() == null
                    ? definition(request.task(), request.configFolder())
                    : TaskDefinition.recorded(request.recordedConfigJson());
            task.instruction(request.instructionType());
            return new TabletopSimulation(request, task, schema(request, task));
        });
    }

    private static FieldSchema schema(SimulationRequest request, TaskDefinition task) {
        Path file = request.configFolder().resolve("schema").resolve("tabletop.yaml");
        return TabletopSchema.load(file, task, new CameraPlan(request.cameras()));
    }

    private static TaskDefinition definition(String task, Path configFolder) {
        return SimulationProvider.isTaskFile(task)
                ? TaskDefinition.load(Path.of(task))
                : checked(() -> catalog(configFolder).get(task));
    }

    private static TaskCatalog catalog(Path configFolder) {
        return checked(() -> TaskCatalog.open(configFolder.resolve("tasks")));
    }

    private static <T> T checked(java.util.function.Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw new RoboReelException(Kind.BAD_ARGUMENT, e.getMessage(), e);
        }
    }
}
