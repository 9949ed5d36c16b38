package io.github.roboreel.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The robot and the world that are simulated, as {@code env_cfg.json} describes them: texts, numbers, lists, maps. */
final class TabletopDescription {
    /** Name of arm and gripper together. */
    static final String ROBOT = "franka_panda_robotiq_2f85";

    static final String ARM = "franka_panda";
    static final String GRIPPER = "robotiq_2f_85";

    private TabletopDescription() {}

    /** All joints, those of the arm first, in the order of the recorded joint positions. */
    static List<String> jointNames() {
        List<String> names = new ArrayList<>(armJointNames());
        names.addAll(Gripper2F85.jointNames());
        return names;
    }

    private static List<String> armJointNames() {
        return IntStream.rangeClosed(1, PandaArm.JOINTS)
                .mapToObj(joint -> "panda_joint" + joint)
                .toList();
    }

    /** Name, joints with their limits and gains, gripper, and the model of the kinematics. */
    static Map<String, Object> robot() {
        Map<String, Object> robot = new LinkedHashMap<>();
        robot.put("name", ROBOT);
        robot.put("joint_names", jointNames());
        robot.put("arm", arm());
        robot.put("gripper", gripper());
        return robot;
    }

    private static Map<String, Object> arm() {
        Map<String, Object> arm = new LinkedHashMap<>();
        arm.put("name", ARM);
        arm.put("joint_names", armJointNames());
        arm.put("position_min_rad", ofJoints(PandaArm::positionMin));
        arm.put("position_max_rad", ofJoints(PandaArm::positionMax));
        arm.put("velocity_max_rad_per_s", ofJoints(PandaArm::velocityMax));
        arm.put("acceleration_max_rad_per_s2", ofJoints(PandaArm::accelerationMax));
        arm.put("rest_position_rad", ofJoints(PandaArm::rest));
        arm.put("position_gain_per_s", JointServo.GAIN_PER_S);
        arm.put("model", PandaArm.denavitHartenberg());
        return arm;
    }

    private static List<Double> ofJoints(IntToDoubleFunction value) {
        return IntStream.range(0, PandaArm.JOINTS).mapToDouble(value).boxed().toList();
    }

    private static Map<String, Object> gripper() {
        Map<String, Object> ratios = new LinkedHashMap<>();
        for (int joint = 0; joint < Gripper2F85.JOINTS; joint++) {
            ratios.put(Gripper2F85.jointNames().get(joint), Gripper2F85.mimicRatio(joint));
        }
        Map<String, Object> gripper = new LinkedHashMap<>();
        gripper.put("name", GRIPPER);
        gripper.put("driving_joint", Gripper2F85.jointNames().get(0));
        gripper.put("position_min_rad", 0.0);
        gripper.put("position_max_rad", Gripper2F85.CLOSED_RAD);
        gripper.put("velocity_max_rad_per_s", Gripper2F85.VELOCITY_MAX);
        gripper.put("acceleration_max_rad_per_s2", Gripper2F85.ACCELERATION_MAX);
        gripper.put("position_gain_per_s", JointServo.GAIN_PER_S);
        gripper.put("holding_force_max_n", Grasp.MAX_FORCE_NEWTON);
        gripper.put("mimic_ratios", ratios);
        return gripper;
    }

    /** Gravity, the table, and how contacts are solved. */
    static Map<String, Object> scene() {
        Map<String, Object> table = new LinkedHashMap<>();
        table.put("size_m", boxed(TabletopPhysics.TABLE_SIZE));
        table.put("position_m", boxed(TabletopPhysics.TABLE_POSITION));
        Map<String, Object> scene = new LinkedHashMap<>();
        scene.put("physics_engine", "ODE4J");
        scene.put("gravity_m_per_s2", List.of(0.0, 0.0, TabletopPhysics.GRAVITY));
        scene.put("friction", TabletopPhysics.FRICTION);
        scene.put("error_reduction", TabletopPhysics.ERROR_REDUCTION);
        scene.put("constraint_force_mixing", TabletopPhysics.FORCE_MIXING);
        scene.put("angular_damping", TabletopPhysics.ANGULAR_DAMPING);
        scene.put("table", table);
        return scene;
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
