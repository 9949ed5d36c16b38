package io.github.roboreel.simulator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.simulation.ImageSize;
import io.github.roboreel.simulation.SimulationRequest;
import java.util.Collection;

/**
 * The content of {@code env_cfg.json}: keys and nesting as RoboLab's tools look for them. A run that continues a folder
 * compares all that is in it; what is new goes to the top level, where a recording that lacks it can still be
 * continued.
 */
final class EnvConfigJson {
    private EnvConfigJson() {}

    static String of(TabletopSimulation simulation) {
        TaskDefinition task = simulation.task();
        SimulationSettings settings = simulation.settings();
        SimulationRequest request = simulation.request();
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.putObject("sim").put("dt", settings.physicsDtSeconds()).put("render_interval", settings.decimation());
        root.put("decimation", settings.decimation());
        root.put("episode_length_s", simulation.maxSteps() * settings.controlDtSeconds());
        root.put("instruction", simulation.instruction());
        root.put("instruction_type", request.instructionType());
        ObjectNode variants = root.putObject("_instruction_variants");
        task.instructions().forEach(variants::put);
        root.put("num_envs", request.numEnvs());
        root.put("seed", request.seed());
        root.put("policy", request.policy());
        root.put("task", task.name());
        root.put("_task_name", task.name());
        task.attributes().forEach(root.putArray("_task_attributes")::add);
        contactObjects(task).forEach(root.putArray("contact_object_list")::add);
        root.putObject("contact_gripper").put("gripper", TabletopDescription.GRIPPER);
        root.set("subtasks", SubtasksJson.of(task.rules().subtasks()));
        root.putRawValue("task_file", new RawValue(task.fileJson()));
        root.put("robot", TabletopDescription.ROBOT);
        root.put("simulator", TabletopProvider.SIMULATOR);
        addScene(root.putObject("scene"), task, request);
        root.set("robot_description", FormatJson.tree(TabletopDescription.robot()));
        root.set("scene_settings", FormatJson.tree(TabletopDescription.scene()));
        root.set("lighting", FormatJson.tree(Lighting.describe()));
        return root.toString();
    }

    private static void addScene(ObjectNode scene, TaskDefinition task, SimulationRequest request) {
        scene.put("num_envs", request.numEnvs());
        addRobot(scene.putObject("robot"));
        task.objects()
                .forEach((name, object) -> scene.putObject(name)
                        .put("class_type", "rigid_object")
                        .put("mass_kg", object.model().massKg()));
        for (PinholeCamera camera : PinholeCamera.values()) {
            addCamera(
                    scene.putObject(camera.cameraName()),
                    camera,
                    request.cameras().size());
        }
    }

    private static Collection<String> contactObjects(TaskDefinition task) {
        return task.rules().contactObjects().isEmpty()
                ? task.objects().keySet()
                : task.rules().contactObjects();
    }

    private static void addRobot(ObjectNode robot) {
        robot.put("class_type", "articulation")
                .put("arm", TabletopDescription.ARM)
                .put("gripper", TabletopDescription.GRIPPER);
        TabletopDescription.jointNames().forEach(robot.putArray("joint_names")::add);
    }

    private static void addCamera(ObjectNode node, PinholeCamera camera, ImageSize size) {
        node.put("class_type", "camera").put("width", size.widthPixels()).put("height", size.heightPixels());
        node.put("vertical_fov_deg", camera.verticalFieldOfViewDegrees());
        node.put("focal_length_px", camera.focalLengthPixels(size.heightPixels()));
        node.putArray("data_types").add("rgb");
    }
}
