package com.example;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Quaternion;
import com.jme3.math.Vector3f;

/** A box that moves, and its state as recordings hold it. */
final class MovingBody {
    static final int POSE = 7;
    static final int VELOCITY = 6;

    private final PhysicsRigidBody body;
    private final float[] pose = new float[POSE];
    private final float[] velocity = new float[VELOCITY];
    private final Vector3f vector = new Vector3f();
    private final Quaternion rotation = new Quaternion();

    MovingBody(Vector3f halfExtents, float massKg) {
        body = new PhysicsRigidBody(box(halfExtents), massKg);
        body.setEnableSleep(false); // whether a body sleeps depends on more than its state
    }

    static BoxCollisionShape box(Vector3f halfExtents) {
        BoxCollisionShape shape = new BoxCollisionShape(halfExtents);
        shape.setMargin(0.005f);
        return shape;
    }

    PhysicsRigidBody body() {
        return body;
    }

    /** Position m, quaternion xyzw. */
    float[] pose() {
        return pose;
    }

    /** Velocity m/s, angular velocity rad/s. */
    float[] velocity() {
        return velocity;
    }

    /** Places the body at rest, turned about the vertical axis. */
    void place(double x, double y, double z, double yaw) {
        pose[0] = (float) x;
        pose[1] = (float) y;
        pose[2] = (float) z;
        pose[5] = (float) Math.sin(yaw / 2);
        pose[6] = (float) Math.cos(yaw / 2);
        store();
    }

    void set(float[] newPose, float[] newVelocity) {
        System.arraycopy(newPose, 0, pose, 0, POSE);
        System.arraycopy(newVelocity, 0, velocity, 0, VELOCITY);
        store();
    }

    /** Gives Bullet the state, so that it holds no digit that a recording does not. */
    private void store() {
        body.setLinearVelocity(vector.set(velocity[0], velocity[1], velocity[2]));
        body.setAngularVelocity(vector.set(velocity[3], velocity[4], velocity[5]));
        body.setPhysicsLocation(vector.set(pose[0], pose[1], pose[2]));
        body.setPhysicsRotation(rotation.set(pose[3], pose[4], pose[5], pose[6]));
    }

    /** Takes the body out of the space: what Bullet remembers of its contacts is forgotten. */
    void leave(PhysicsSpace space) {
        space.removeCollisionObject(body);
    }

    /** Puts the body into the space with its state. */
    void enter(PhysicsSpace space) {
        store();
        space.addCollisionObject(body);
    }

    /** Reads the state that Bullet computed. */
    void read() {
        put(body.getLinearVelocity(vector), velocity, 0);
        put(body.getAngularVelocity(vector), velocity, 3);
        put(body.getPhysicsLocation(vector), pose, 0);
        body.getPhysicsRotation(rotation);
        pose[3] = rotation.getX();
        pose[4] = rotation.getY();
        pose[5] = rotation.getZ();
        pose[6] = rotation.getW();
    }

    private static void put(Vector3f from, float[] into, int at) {
        into[at] = from.x;
        into[at + 1] = from.y;
        into[at + 2] = from.z;
    }
}
