package com.example;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.collision.ManifoldPoints;
import com.jme3.bullet.collision.PersistentManifolds;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Vector3f;
import java.util.Arrays;
import java.util.List;

/** The points at which the crate is pushed: their number varies, so the rows behind the last one are zeros. */
final class Contacts {
    static final int VALUES = 7;
    static final int NUM_PARTNERS = 4;

    /** No row is ever missing: Bullet keeps four points of two bodies. */
    static final int MAX = 4 * NUM_PARTNERS;

    static final int FIRST_LINK = 2;

    private final PhysicsRigidBody crate;
    private final List<PhysicsRigidBody> partners;
    private final float[] points = new float[MAX * VALUES];
    private final byte[] bodies = new byte[MAX];
    private final Vector3f vector = new Vector3f();
    private int count;

    /** @param partners what the crate may touch: the ground, the base, the links */
    Contacts(PhysicsRigidBody crate, List<PhysicsRigidBody> partners) {
        this.crate = crate;
        this.partners = partners;
    }

    int count() {
        return count;
    }

    /** A row per contact: position m, normal towards the crate, impulse N s of the last physics step. */
    float[] points() {
        return points;
    }

    /** What touches the crate, by its number. */
    byte[] bodies() {
        return bodies;
    }

    boolean withArm() {
        for (int i = 0; i < count; i++) {
            if (bodies[i] >= FIRST_LINK) {
                return true;
            }
        }
        return false;
    }

    void clear() {
        count = 0;
        Arrays.fill(points, 0);
        Arrays.fill(bodies, (byte) 0);
    }

    void read(PhysicsSpace space) {
        clear();
        for (long manifold : space.listManifoldIds()) {
            long a = PersistentManifolds.getBodyAId(manifold);
            long b = PersistentManifolds.getBodyBId(manifold);
            if (a == crate.nativeId()) {
                read(manifold, partner(b), 1);
            } else if (b == crate.nativeId()) {
                read(manifold, partner(a), -1);
            }
        }
    }

    private int partner(long id) {
        int partner = 0;
        while (partners.get(partner).nativeId() != id) {
            partner++;
        }
        return partner;
    }

    /** Bullet also keeps points that are near each other and push nothing. */
    private void read(long manifold, int partner, int sign) {
        for (long point : PersistentManifolds.listPointIds(manifold)) {
            float impulse = ManifoldPoints.getAppliedImpulse(point);
            if (impulse > 0) {
                add(point, partner, sign, impulse);
            }
        }
    }

    /** Bullet's normals point from body B to body A. */
    private void add(long point, int partner, int sign, float impulse) {
        int at = VALUES * count;
        ManifoldPoints.getPositionWorldOnB(point, vector);
        put(at, vector, 1);
        ManifoldPoints.getNormalWorldOnB(point, vector);
        put(at + 3, vector, sign);
        points[at + 6] = impulse;
        bodies[count++] = (byte) partner;
    }

    private void put(int at, Vector3f from, int sign) {
        points[at] = sign * from.x;
        points[at + 1] = sign * from.y;
        points[at + 2] = sign * from.z;
    }
}
