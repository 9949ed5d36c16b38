package io.github.roboreel.simulator;

import io.github.roboreel.tasks.Scene;
import java.util.List;

/** The tabletop as a judge sees it. */
final class TabletopScene implements Scene {
    private final TabletopEnv env;
    private final double[] velocity = new double[6];

    TabletopScene(TabletopEnv env) {
        this.env = env;
    }

    @Override
    public List<String> objectNames() {
        return env.objectNames();
    }

    @Override
    public double position(int object, int axis) {
        return env.objectFrame(object).p[axis];
    }

    @Override
    public double rotation(int object, int row, int column) {
        return env.objectFrame(object).r[3 * row + column];
    }

    @Override
    public double linearSpeed(int object) {
        return speed(object, 0);
    }

    @Override
    public double angularSpeed(int object) {
        return speed(object, 3);
    }

    private double speed(int object, int offset) {
        env.physics().readVelocity(object, velocity);
        double x = velocity[offset];
        double y = velocity[offset + 1];
        double z = velocity[offset + 2];
        return Math.sqrt(x * x + y * y + z * z);
    }

    @Override
    public double boxMin(int object, int axis) {
        return env.model(object).box().min()[axis];
    }

    @Override
    public double boxMax(int object, int axis) {
        return env.model(object).box().max()[axis];
    }

    @Override
    public boolean gripperTouches(int object) {
        return env.physics().gripperTouches(object);
    }

    @Override
    public boolean robotTouches(int object) {
        return env.physics().touchedByArm(object);
    }

    @Override
    public boolean gripperTouchesTable() {
        return env.gripperTouchesTable();
    }

    @Override
    public double fingerPositionRad() {
        return env.fingerPosition();
    }

    @Override
    public double interiorRadius(int object) {
        ObjectModel.Container inside = env.model(object).container();
        return inside == null ? Scene.super.interiorRadius(object) : inside.radius();
    }

    @Override
    public double interiorFloor(int object) {
        ObjectModel.Container inside = env.model(object).container();
        return inside == null ? Scene.super.interiorFloor(object) : inside.floorZ();
    }

    @Override
    public double interiorRim(int object) {
        ObjectModel.Container inside = env.model(object).container();
        return inside == null ? Scene.super.interiorRim(object) : inside.rimZ();
    }
}
