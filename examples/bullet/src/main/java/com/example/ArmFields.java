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
import java.util.stream.Stream;

/** The fields of an episode, what their elements are, and how the world's values come into them. */
final class ArmFields {
    static final String JOINT_POSITIONS = "obs/joint_pos";
    static final String JOINT_VELOCITIES = "obs/joint_vel";
    static final String CRATE = "obs/crate_pose";
    static final String CONTACTS = "obs/contacts";
    static final String NUM_CONTACTS = "obs/num_contacts";
    static final String CONTACT_BODIES = "obs/contact_bodies";

    private static final String[] JOINTS = {"shoulder", "elbow"};
    private static final String SPEED = "rad/s";

    /** The joints' speeds, for the plug-in's simulation and for the embedding program's schema. */
    static final ActionSpace ACTIONS = new ActionSpace(Stream.of(JOINTS)
            .map(joint -> new ActionSpace.Value(joint, SPEED, -ArmWorld.MAX_SPEED, ArmWorld.MAX_SPEED))
            .toList());

    final Field actions;
    final StateFields states;

    /** What the camera sees; each is filled with the same picture. */
    final List<Field> pictures;

    private final FieldSchema schema;
    private final ImageSize size;
    private final Field jointPositions;
    private final Field jointVelocities;
    private final Field crate;
    private final Field contacts;
    private final Field numContacts;
    private final Field contactBodies;
    private final StateFields start;

    ArmFields(CameraRequest cameras) {
        size = cameras.size();
        List<FieldSpec> images = images(cameras);
        schema = FieldSchema.of(specs(images));
        actions = schema.field("actions");
        jointPositions = schema.field(JOINT_POSITIONS);
        jointVelocities = schema.field(JOINT_VELOCITIES);
        crate = schema.field(CRATE);
        contacts = schema.field(CONTACTS);
        numContacts = schema.field(NUM_CONTACTS);
        contactBodies = schema.field(CONTACT_BODIES);
        start = new StateFields(schema, FieldPhase.INITIAL);
        states = new StateFields(schema, FieldPhase.STEP);
        pictures = images.stream().map(image -> schema.field(image.path())).toList();
    }

    private static List<FieldSpec> specs(List<FieldSpec> images) {
        List<FieldSpec> seen = new ArrayList<>(seen());
        seen.addAll(images);
        List<FieldSpec> specs = new ArrayList<>();
        specs.add(FieldSpec.step("actions", DType.FLOAT32, JOINTS.length)
                .withUnit(SPEED)
                .with(ACTIONS.signal(SPEED)));
        specs.addAll(seen);
        seen.stream().map(FieldSpec::finalObservation).forEach(specs::add);
        specs.addAll(StateFields.specs(FieldPhase.INITIAL));
        specs.addAll(StateFields.specs(FieldPhase.STEP));
        return specs;
    }

    private static List<FieldSpec> seen() {
        return List.of(
                joints(JOINT_POSITIONS, "rad"), // Bullet's limits give way a little, so they are no bounds
                joints(JOINT_VELOCITIES, SPEED),
                PoseElements.poses(FieldSpec.step(CRATE, DType.FLOAT32, MovingBody.POSE), List.of("crate")),
                PoseElements.contacts(FieldSpec.step(CONTACTS, DType.FLOAT32, Contacts.MAX, Contacts.VALUES)),
                FieldSpec.step(NUM_CONTACTS, DType.INT32).withBounds(0, Contacts.MAX),
                FieldSpec.step(CONTACT_BODIES, DType.INT8, Contacts.MAX).withNumValues(Contacts.NUM_PARTNERS));
    }

    private static FieldSpec joints(String path, String unit) {
        return FieldSpec.step(path, DType.FLOAT32, JOINTS.length)
                .withNames(JOINTS)
                .withUnit(unit)
                .withFrame("joint");
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
        out.put(crate, world.crate().pose());
        out.put(contacts, world.contacts().points());
        out.put(contactBodies, world.contacts().bodies());
        out.ints(numContacts)[0] = world.contacts().count();
    }

    /** What is not seen: the start, and the state after an action. */
    void record(ArmWorld world, FieldPhase phase, StepWriter row) {
        if (phase == FieldPhase.INITIAL) {
            start.put(world, row);
        } else if (phase == FieldPhase.STEP) {
            states.put(world, row);
        }
    }
}
