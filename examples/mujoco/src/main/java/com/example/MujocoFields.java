package com.example;

import com.example.MujocoModel.Actuator;
import com.example.MujocoModel.Joint;
import com.example.MujocoModel.JointType;
import com.example.MujocoWorld.StatePart;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.ImageSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The fields of an episode, named after the model's own names, and the pictures that are asked for. */
final class MujocoFields {
    static final String ACTIONS = "actions";
    static final String JOINT_POSITION = "obs/joint_position";
    static final String JOINT_VELOCITY = "obs/joint_velocity";
    static final String ROOT_POSE = "obs/root_pose";
    static final String ROOT_VELOCITY = "obs/root_velocity";
    static final String ENERGY = "states/energy";
    static final String NUM_CONTACTS = "states/num_contacts";

    private static final String STATES = "states/";
    private static final String INITIAL_STATE = "initial_state/";

    /** A field, and how its values are read from a world. */
    record Reading(Field field, Function<MujocoWorld, double[]> values) {}

    final Field actions;
    final Field energy;
    final Field numContacts;
    final ActionSpace actionSpace;

    /** What policies see, but for pictures. */
    final List<Reading> observed;

    /** What the camera sees; each is filled with the same picture. */
    final List<Field> pictures;

    private final FieldSchema schema;
    private final ImageSize size;
    private final List<Reading> initialState = new ArrayList<>();
    private final List<Reading> state = new ArrayList<>();

    MujocoFields(MujocoTask task, MujocoModel model, CameraRequest cameras) {
        size = cameras.size();
        actionSpace = actionSpace(model, task.controlUnit());
        List<Observed> seen = observed(task, model);
        List<StatePart> parts = MujocoWorld.stateOf(model);
        List<FieldSpec> images = images(cameras);
        schema = FieldSchema.of(specs(seen, parts, images, model));
        actions = schema.field(ACTIONS);
        energy = schema.field(ENERGY);
        numContacts = schema.field(NUM_CONTACTS);
        observed = seen.stream()
                .map(each -> new Reading(schema.field(each.spec().path()), each.values()))
                .toList();
        pictures = images.stream().map(image -> schema.field(image.path())).toList();
        for (StatePart part : parts) {
            state.add(new Reading(schema.field(STATES + part.name()), world -> world.read(part)));
            initialState.add(new Reading(schema.field(INITIAL_STATE + part.name()), world -> world.read(part)));
        }
    }

    FieldSchema schema() {
        return schema;
    }

    ImageSize size() {
        return size;
    }

    /** The parts of the state, in the world's order, of each step or of the start. */
    List<Reading> state(FieldPhase phase) {
        return switch (phase) {
            case INITIAL -> initialState;
            case STEP -> state;
            case FINAL -> List.of();
        };
    }

    /** Names and ranges of the actuators. */
    private static ActionSpace actionSpace(MujocoModel model, String unit) {
        return new ActionSpace(model.actuators().stream()
                .map(actuator -> value(actuator, unit))
                .toList());
    }

    private static ActionSpace.Value value(Actuator actuator, String unit) {
        return new ActionSpace.Value(actuator.name(), unit, actuator.low(), actuator.high());
    }

    private List<FieldSpec> specs(
            List<Observed> seen, List<StatePart> parts, List<FieldSpec> images, MujocoModel model) {
        List<FieldSpec> specs = new ArrayList<>();
        specs.add(FieldSpec.step(ACTIONS, DType.FLOAT64, actionSpace.size()).with(actionSpace.signal("")));
        Stream.concat(seen.stream().map(Observed::spec), images.stream())
                .forEach(spec -> specs.addAll(List.of(spec, spec.finalObservation())));
        for (StatePart part : parts) {
            FieldSpec step = FieldSpec.step(STATES + part.name(), DType.FLOAT64, part.length());
            FieldSpec start = FieldSpec.initial(INITIAL_STATE + part.name(), DType.FLOAT64, part.length());
            specs.addAll(List.of(described(step, part, model), described(start, part, model)));
        }
        specs.add(FieldSpec.step(ENERGY, DType.FLOAT64, 2).withUnit("J").withNames("potential", "kinetic"));
        specs.add(FieldSpec.step(NUM_CONTACTS, DType.INT32));
        return specs;
    }

    /** Says what the elements of a part of the state are. */
    private static FieldSpec described(FieldSpec spec, StatePart part, MujocoModel model) {
        return switch (part.name()) {
            case "time" -> spec.withUnit("s");
            case "qpos" -> spec.withNames(names(model, true)).withUnits(units(model, true, ""));
            case "qvel" -> spec.withNames(names(model, false)).withUnits(units(model, false, "/s"));
            case "qacc_warmstart" -> spec.withNames(names(model, false)).withUnits(units(model, false, "/s^2"));
            case "act" -> spec.withNames(activeNames(model));
            case "mocap_pos" -> spec.withUnit("m").withFrame("world");
            case "mocap_quat" -> spec.withUnit("quaternion wxyz").withFrame("world");
            default -> spec;
        };
    }

    /** Version 2.2.2 wants actuators with a state of their own behind those without. */
    private static String[] activeNames(MujocoModel model) {
        return model.actuators().stream()
                .skip(model.actuators().size() - model.na())
                .map(Actuator::name)
                .toArray(String[]::new);
    }

    /** One name for each position or velocity: the joint's, with a suffix for each axis where it has several. */
    private static String[] names(MujocoModel model, boolean ofPositions) {
        return model.joints().stream()
                .flatMap(joint -> suffixes(joint.type(), ofPositions).stream().map(suffix -> joint.name() + suffix))
                .toArray(String[]::new);
    }

    private static List<String> suffixes(JointType type, boolean ofPositions) {
        return switch (type) {
            case FREE ->
                ofPositions
                        ? List.of("_x", "_y", "_z", "_qw", "_qx", "_qy", "_qz")
                        : List.of("_x", "_y", "_z", "_rx", "_ry", "_rz");
            case BALL -> ofPositions ? List.of("_qw", "_qx", "_qy", "_qz") : List.of("_rx", "_ry", "_rz");
            case SLIDE, HINGE -> List.of("");
        };
    }

    private static String[] units(MujocoModel model, boolean ofPositions, String per) {
        return model.joints().stream()
                .flatMap(joint -> units(joint.type(), ofPositions).stream())
                .map(unit -> unit.isEmpty() ? "" : unit + per)
                .toArray(String[]::new);
    }

    private static List<String> units(JointType type, boolean ofPositions) {
        return switch (type) {
            case FREE ->
                ofPositions ? List.of("m", "m", "m", "", "", "", "") : List.of("m", "m", "m", "rad", "rad", "rad");
            case BALL -> ofPositions ? List.of("", "", "", "") : List.of("rad", "rad", "rad");
            case SLIDE -> List.of("m");
            case HINGE -> List.of("rad");
        };
    }

    /** A field before there is a schema, and how its values are read. */
    private record Observed(FieldSpec spec, Function<MujocoWorld, double[]> values) {}

    private static List<Observed> observed(MujocoTask task, MujocoModel model) {
        List<Observed> seen = new ArrayList<>(root(model));
        List<Joint> scalar =
                model.joints().stream().filter(joint -> joint.type().isScalar()).toList();
        int[] positions = scalar.stream().mapToInt(Joint::qposAddress).toArray();
        int[] velocities = scalar.stream().mapToInt(Joint::dofAddress).toArray();
        seen.add(new Observed(ofJoints(JOINT_POSITION, scalar, ""), world -> pick(world.qpos(), positions)));
        seen.add(new Observed(ofJoints(JOINT_VELOCITY, scalar, "/s"), world -> pick(world.qvel(), velocities)));
        for (MujocoTask.Point point : task.points(model)) {
            seen.add(new Observed(point(point.path()), point.position()));
        }
        return seen;
    }

    private static FieldSpec point(String path) {
        return FieldSpec.step(path, DType.FLOAT64, 3)
                .withUnit("m")
                .withFrame("world")
                .withNames("x", "y", "z");
    }

    /**
     * MuJoCo's joint limits push back softly and are passed a little, so they are no bounds of these values:
     * {@code env_cfg.json} has them.
     */
    private static FieldSpec ofJoints(String path, List<Joint> joints, String per) {
        return FieldSpec.step(path, DType.FLOAT64, joints.size())
                .withFrame("joint")
                .withNames(joints.stream().map(Joint::name).toArray(String[]::new))
                .withUnits(joints.stream()
                        .map(joint -> units(joint.type(), true).get(0) + per)
                        .toArray(String[]::new));
    }

    private static double[] pick(double[] values, int[] indices) {
        return Arrays.stream(indices).mapToDouble(index -> values[index]).toArray();
    }

    /** Pose and velocity of a body that moves freely, if the model's first joint is one. */
    private static List<Observed> root(MujocoModel model) {
        if (model.joints().isEmpty() || model.joints().get(0).type() != JointType.FREE) {
            return List.of();
        }
        FieldSpec pose = FieldSpec.step(ROOT_POSE, DType.FLOAT64, 7)
                .withUnit("m, quaternion wxyz")
                .withFrame("world")
                .withQuaternion("wxyz");
        FieldSpec velocity = FieldSpec.step(ROOT_VELOCITY, DType.FLOAT64, 6)
                .withUnit("m/s, rad/s")
                .withNames("x", "y", "z", "rx", "ry", "rz");
        return List.of(
                new Observed(pose, world -> Arrays.copyOf(world.qpos(), 7)),
                new Observed(velocity, world -> Arrays.copyOf(world.qvel(), 6)));
    }

    private static List<FieldSpec> images(CameraRequest cameras) {
        int height = cameras.size().heightPixels();
        int width = cameras.size().widthPixels();
        List<FieldSpec> images = new ArrayList<>();
        if (cameras.storeImages() || cameras.sensorVideo()) {
            FieldSpec side = FieldSpec.image("obs/side_camera", height, width).withoutNoise();
            images.add(cameras.storeImages() ? side : side.unstored());
        }
        if (cameras.viewportVideo()) {
            images.add(FieldSpec.image("obs/viewport_cam/side", height, width)
                    .withoutNoise()
                    .unstored());
        }
        return images;
    }
}
