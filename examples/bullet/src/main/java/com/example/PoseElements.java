package com.example;

import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.List;
import java.util.stream.IntStream;

/** Names and units of the elements of poses, velocities and contacts. */
final class PoseElements {
    private static final List<String> POSE = List.of("x", "y", "z", "qx", "qy", "qz", "qw");
    private static final List<String> POSE_UNITS = List.of("m", "m", "m", "", "", "", "");
    private static final List<String> VELOCITY = List.of("vx", "vy", "vz", "wx", "wy", "wz");
    private static final List<String> VELOCITY_UNITS = List.of("m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s");
    private static final List<String> CONTACT = List.of("x", "y", "z", "nx", "ny", "nz", "impulse");
    private static final List<String> CONTACT_UNITS = List.of("m", "m", "m", "", "", "", "N s");

    private PoseElements() {}

    /** Poses of bodies, whose quaternions are in Bullet's order. */
    static FieldSpec poses(FieldSpec spec, List<String> bodies) {
        return of(spec, bodies, POSE, POSE_UNITS).withQuaternion("xyzw");
    }

    static FieldSpec velocities(FieldSpec spec, List<String> bodies) {
        return of(spec, bodies, VELOCITY, VELOCITY_UNITS);
    }

    static FieldSpec contacts(FieldSpec spec) {
        List<String> rows = IntStream.range(0, Contacts.MAX)
                .mapToObj(row -> "contact" + row)
                .toList();
        return of(spec, rows, CONTACT, CONTACT_UNITS);
    }

    /** The values of each owner after those of the one before. */
    private static FieldSpec of(FieldSpec spec, List<String> owners, List<String> values, List<String> units) {
        return spec.withFrame("world")
                .withNames(owners.stream()
                        .flatMap(owner -> values.stream().map(value -> owner + "_" + value))
                        .toArray(String[]::new))
                .withUnits(owners.stream().flatMap(owner -> units.stream()).toArray(String[]::new));
    }
}
