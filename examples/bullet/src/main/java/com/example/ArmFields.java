package com.example;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.ImageSize;
import io.github.roboreel.simulation.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The fields of an episode, what their elements are, and how the world's values come into them. */
final class ArmFields {
    static final String JOINT_POSITIONS = "obs/joint_pos";
    static final String SEEN_CRATE = "obs/crate_pose";
    static final String CONTACTS = "obs/contacts";
    static final String NUM_CONTACTS = "obs/num_contacts";
    static final String CONTACT_BODIES = "obs/contact_bodies";
    static final String CRATE_POSE = "states/crate_pose";
    static final String START_POSE = "initial_state/crate_pose";

    private static final String SPEED = "rad/s";

    /** The joints' speeds: the plug-in's simulation and the embedding program's schema say the same. */
    static final ActionSpace ACTIONS = new ActionSpace(Stream.of("shoulder", "elbow")
            .map(joint -> new ActionSpace.Value(joint, SPEED, -ArmWorld.MAX_SPEED, ArmWorld.MAX_SPEED))
            .toList());

    private static final String[] JOINTS = {"shoulder", "elbow"};
    private static final List<String> POSE = List.of("x", "y", "z", "qx", "qy", "qz", "qw");
    private static final List<String> POSE_UNITS = List.of("m", "m", "m", "", "", "", "");
    private static final List<String> VELOCITY = List.of("vx", "vy", "vz", "wx", "wy", "wz");
    private static final List<String> VELOCITY_UNITS = List.of("m/s", "m/s", "m/s", SPEED, SPEED, SPEED);
    private static final List<String> CONTACT = List.of("x", "y", "z", "nx", "ny", "nz", "impulse");
    private static final List<String> CONTACT_UNITS = List.of("m", "m", "m", "", "", "", "N s");
    private static final List<String> BODIES = List.of("upper_arm", "forearm", "crate");

    final Field actions;
    final Field linkPoses;
    final Field linkVelocities;
    final Field cratePose;
    final Field crateVelocity;

    /** What the camera sees; each is filled with the same picture. */
    final List<Field> pictures;

    private final FieldSchema schema;
    private final ImageSize size;
    private final Field jointPositions;
    private final Field jointVelocities;
    private final Field seenCrate;
    private final Field contacts;
    private final Field numContacts;
    private final Field contactBodies;
    private final Field startPose;

    ArmFields(CameraRequest cameras) {
        size = cameras.size();
        List<FieldSpec> images = images(cameras);
        schema = FieldSchema.of(specs(images));
        actions = schema.field("actions");
        jointPositions = schema.field(JOINT_POSITIONS);
        jointVelocities = schema.field("obs/joint_vel");
        seenCrate = schema.field(SEEN_CRATE);
        contacts = schema.field(CONTACTS);
        numContacts = schema.field(NUM_CONTACTS);
        contactBodies = schema.field(CONTACT_BODIES);
        linkPoses = schema.field("states/link_poses");
        linkVelocities = schema.field("states/link_velocities");
        cratePose = schema.field(CRATE_POSE);
        crateVelocity = schema.field("states/crate_velocity");
        startPose = schema.field(START_POSE);
        pictures = images.stream().map(image -> schema.field(image.path())).toList();
    }

    private static List<FieldSpec> specs(List<FieldSpec> images) {
        List<FieldSpec> seen = new ArrayList<>(seen());
        seen.addAll(images);
        List<FieldSpec> specs = new ArrayList<>();
        specs.add(FieldSpec.step("actions", DType.FLOAT32, 2).withUnit(SPEED).with(ACTIONS.signal(SPEED)));
        specs.addAll(seen);
        seen.stream().map(FieldSpec::finalObservation).forEach(specs::add);
        specs.add(poses("states/link_poses", BODIES.subList(0, 2)));
        specs.add(velocities("states/link_velocities", BODIES.subList(0, 2)));
        specs.add(pose(FieldSpec.step(CRATE_POSE, DType.FLOAT32, MovingBody.POSE)));
        specs.add(velocities("states/crate_velocity", BODIES.subList(2, 3)));
        specs.add(pose(FieldSpec.initial(START_POSE, DType.FLOAT32, MovingBody.POSE)));
        return specs;
    }

    private static List<FieldSpec> seen() {
        return List.of(
                FieldSpec.step(JOINT_POSITIONS, DType.FLOAT32, 2)
                        .withNames(JOINTS)
                        .withUnit("rad")
                        .withFrame("joint")
                        .withBounds(-ArmWorld.MAX_ANGLE, ArmWorld.MAX_ANGLE),
                FieldSpec.step("obs/joint_vel", DType.FLOAT32, 2)
                        .withNames(JOINTS)
                        .withUnit(SPEED)
                        .withFrame("joint"),
                pose(FieldSpec.step(SEEN_CRATE, DType.FLOAT32, MovingBody.POSE)),
                contacts(),
                FieldSpec.step(NUM_CONTACTS, DType.INT32).withBounds(0, Contacts.MAX),
                FieldSpec.step(CONTACT_BODIES, DType.INT8, Contacts.MAX).withNumValues(Contacts.NUM_PARTNERS));
    }

    /** Room for the most contacts that there can be; {@link #NUM_CONTACTS} says how many of the rows are contacts. */
    private static FieldSpec contacts() {
        String[] names = IntStream.range(0, Contacts.MAX)
                .boxed()
                .flatMap(row -> CONTACT.stream().map(name -> "contact" + row + "_" + name))
                .toArray(String[]::new);
        return FieldSpec.step(CONTACTS, DType.FLOAT32, Contacts.MAX, Contacts.VALUES)
                .withNames(names)
                .withUnits(repeated(CONTACT_UNITS, Contacts.MAX))
                .withFrame("world");
    }

    private static FieldSpec pose(FieldSpec spec) {
        return spec.withNames(POSE.toArray(String[]::new))
                .withUnits(POSE_UNITS.toArray(String[]::new))
                .withQuaternion("xyzw")
                .withFrame("world");
    }

    private static FieldSpec poses(String path, List<String> bodies) {
        return FieldSpec.step(path, DType.FLOAT32, bodies.size(), MovingBody.POSE)
                .withNames(ofEach(bodies, POSE))
                .withUnits(repeated(POSE_UNITS, bodies.size()))
                .withQuaternion("xyzw")
                .withFrame("world");
    }

    private static FieldSpec velocities(String path, List<String> bodies) {
        return FieldSpec.step(path, DType.FLOAT32, bodies.size() * MovingBody.VELOCITY)
                .withNames(ofEach(bodies, VELOCITY))
                .withUnits(repeated(VELOCITY_UNITS, bodies.size()))
                .withFrame("world");
    }

    private static String[] ofEach(List<String> bodies, List<String> values) {
        return bodies.stream()
                .flatMap(body -> values.stream().map(value -> body + "_" + value))
                .toArray(String[]::new);
    }

    private static String[] repeated(List<String> units, int times) {
        return IntStream.range(0, times).boxed().flatMap(row -> units.stream()).toArray(String[]::new);
    }

    private static List<FieldSpec> images(CameraRequest cameras) {
        int height = cameras.size().heightPixels();
        int width = cameras.size().widthPixels();
        List<FieldSpec> images = new ArrayList<>();
        if (cameras.storeImages() || cameras.sensorVideo()) {
            FieldSpec top = FieldSpec.image("obs/top_camera", height, width).withoutNoise();
            images.add(cameras.storeImages() ? top : top.unstored());
        }
        if (cameras.viewportVideo()) {
            images.add(FieldSpec.image("obs/viewport_cam/ground", height, width)
                    .withoutNoise()
                    .unstored());
        }
        return images;
    }

    FieldSchema schema() {
        return schema;
    }

    /** The field of an observation after the last action. */
    Field finalOf(Field seen) {
        return schema.field("final_" + seen.spec().path());
    }

    ImageSize size() {
        return size;
    }

    /** What is seen before the next action, all but the pictures. */
    void observe(ArmWorld world, Observation out) {
        out.put(jointPositions, world.jointPositions());
        out.put(jointVelocities, world.jointVelocities());
        out.put(seenCrate, world.crate().pose());
        out.put(contacts, world.contacts().points());
        out.put(contactBodies, world.contacts().bodies());
        out.ints(numContacts)[0] = world.contacts().count();
    }

    /** What is not seen: the start, or the state after an action. */
    void record(ArmWorld world, FieldPhase phase, StepWriter row) {
        if (phase == FieldPhase.INITIAL) {
            row.put(startPose, world.crate().pose());
        } else if (phase == FieldPhase.STEP) {
            row.put(linkPoses, joined(world.upperArm().pose(), world.forearm().pose()));
            row.put(linkVelocities, joined(world.upperArm().velocity(), world.forearm().velocity()));
            row.put(cratePose, world.crate().pose());
            row.put(crateVelocity, world.crate().velocity());
        }
    }

    private static float[] joined(float[] first, float[] second) {
        float[] both = new float[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
