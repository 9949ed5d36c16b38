package com.example;

import com.example.MujocoModel.Joint;
import com.example.MujocoModel.JointType;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Optional;

/** What {@code env_cfg.json} says of the model: what people ask of a recording later, and the model's whole text. */
final class MujocoConfig {
    private static final String MJCF = "mjcf";

    private MujocoConfig() {}

    /** The configuration, a JSON object. */
    static String of(MujocoTask task, MujocoModel model, String mjcf) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.putObject("sim").put("dt", model.timestepSeconds()).put("render_interval", task.frameSkip());
        root.put("decimation", task.frameSkip());
        root.put("simulator", MujocoProvider.NAME);
        addRobot(root.putObject("robot_description"), model);
        ObjectNode scene = root.putObject("scene_settings");
        scene.put("physics_engine", MujocoProvider.VERSION);
        for (double value : model.gravity()) {
            scene.withArray("gravity_m_per_s2").add(value);
        }
        root.put(MJCF, mjcf);
        return root.toString();
    }

    private static void addRobot(ObjectNode robot, MujocoModel model) {
        robot.put("name", model.name());
        model.joints().forEach(joint -> robot.withArray("joint_names").add(joint.name()));
        model.actuators().forEach(actuator -> robot.withArray("actuator_names").add(actuator.name()));
        for (Joint joint : model.joints()) {
            ObjectNode node = robot.withArray("joints").addObject();
            node.put("name", joint.name()).put("type", joint.type().name().toLowerCase(Locale.ROOT));
            if (Double.isFinite(joint.low())) {
                String unit = joint.type() == JointType.SLIDE ? "m" : "rad";
                node.put("position_min_" + unit, joint.low()).put("position_max_" + unit, joint.high());
            }
        }
    }

    /**
     * The model's text in a recorded configuration: a replay simulates that one, whatever became of its file.
     *
     * @param recorded a JSON object; null for a new recording
     */
    static Optional<String> mjcf(String recorded) {
        try {
            return recorded == null
                    ? Optional.empty()
                    : Optional.ofNullable(
                            new ObjectMapper().readTree(recorded).path(MJCF).textValue());
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
