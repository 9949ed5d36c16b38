package com.example;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.List;

/** The state of all that moves: of the start below {@code initial_state}, of after each action below {@code states}. */
final class StateFields {
    private static final List<String> LINKS = List.of("upper_arm", "forearm");
    private static final List<String> CRATE = List.of("crate");

    final Field linkPoses;
    final Field linkVelocities;
    final Field cratePose;
    final Field crateVelocity;

    StateFields(FieldSchema schema, FieldPhase phase) {
        linkPoses = schema.field(path(phase, "link_poses"));
        linkVelocities = schema.field(path(phase, "link_velocities"));
        cratePose = schema.field(path(phase, "crate_pose"));
        crateVelocity = schema.field(path(phase, "crate_velocity"));
    }

    static List<FieldSpec> specs(FieldPhase phase) {
        return List.of(
                PoseElements.poses(spec(phase, "link_poses", LINKS.size(), MovingBody.POSE), LINKS),
                PoseElements.velocities(spec(phase, "link_velocities", LINKS.size(), MovingBody.VELOCITY), LINKS),
                PoseElements.poses(spec(phase, "crate_pose", MovingBody.POSE), CRATE),
                PoseElements.velocities(spec(phase, "crate_velocity", MovingBody.VELOCITY), CRATE));
    }

    private static String path(FieldPhase phase, String name) {
        return (phase == FieldPhase.INITIAL ? "initial_state/" : "states/") + name;
    }

    private static FieldSpec spec(FieldPhase phase, String name, Integer... shape) {
        String path = path(phase, name);
        return phase == FieldPhase.INITIAL
                ? FieldSpec.initial(path, DType.FLOAT32, shape)
                : FieldSpec.step(path, DType.FLOAT32, shape);
    }

    void put(ArmWorld world, StepWriter row) {
        row.put(linkPoses, joined(world.upperArm().pose(), world.forearm().pose()));
        row.put(
                linkVelocities,
                joined(world.upperArm().velocity(), world.forearm().velocity()));
        row.put(cratePose, world.crate().pose());
        row.put(crateVelocity, world.crate().velocity());
    }

    private static float[] joined(float[] first, float[] second) {
        float[] both = new float[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
