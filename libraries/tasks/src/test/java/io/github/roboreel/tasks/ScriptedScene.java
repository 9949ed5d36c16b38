package io.github.roboreel.tasks;

import java.util.Arrays;
import java.util.List;

/** A scene whose every quantity a test sets; at first cubes of 0.1 m in a row, all at rest. */
final class ScriptedScene implements Scene {
    private final List<String> names;
    final double[][] position;
    final double[][] rotation;
    final double[][] half;
    final double[] speed;
    final double[] angularSpeed;
    final boolean[] touched;
    final boolean[] touchedByArm;
    boolean tableTouched;
    double fingerRad;

    ScriptedScene(String... names) {
        this.names = List.of(names);
        int count = names.length;
        position = new double[count][];
        rotation = new double[count][];
        half = new double[count][];
        for (int i = 0; i < count; i++) {
            position[i] = new double[] {0.5, 0.3 * i, 0.05};
            rotation[i] = new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1};
            half[i] = new double[] {0.05, 0.05, 0.05};
        }
        speed = new double[count];
        angularSpeed = new double[count];
        touched = new boolean[count];
        touchedByArm = new boolean[count];
    }

    int of(String name) {
        return names.indexOf(name);
    }

    ScriptedScene at(String name, double x, double y, double z) {
        position[of(name)] = new double[] {x, y, z};
        return this;
    }

    /** Turns an object about the x axis. */
    ScriptedScene tilt(String name, double rad) {
        double c = Math.cos(rad);
        double s = Math.sin(rad);
        rotation[of(name)] = new double[] {1, 0, 0, 0, c, -s, 0, s, c};
        return this;
    }

    ScriptedScene size(String name, double halfX, double halfY, double halfZ) {
        half[of(name)] = new double[] {halfX, halfY, halfZ};
        return this;
    }

    ScriptedScene speed(String name, double metresPerSecond) {
        speed[of(name)] = metresPerSecond;
        return this;
    }

    /** The gripper touches exactly these. */
    ScriptedScene touch(String... objects) {
        Arrays.fill(touched, false);
        for (String object : objects) {
            touched[of(object)] = true;
        }
        return this;
    }

    ScriptedScene finger(double rad) {
        fingerRad = rad;
        return this;
    }

    ScriptedScene table(boolean contact) {
        tableTouched = contact;
        return this;
    }

    @Override
    public List<String> objectNames() {
        return names;
    }

    @Override
    public double position(int object, int axis) {
        return position[object][axis];
    }

    @Override
    public double rotation(int object, int row, int column) {
        return rotation[object][3 * row + column];
    }

    @Override
    public double linearSpeed(int object) {
        return speed[object];
    }

    @Override
    public double angularSpeed(int object) {
        return angularSpeed[object];
    }

    @Override
    public double boxMin(int object, int axis) {
        return -half[object][axis];
    }

    @Override
    public double boxMax(int object, int axis) {
        return half[object][axis];
    }

    @Override
    public boolean gripperTouches(int object) {
        return touched[object];
    }

    @Override
    public boolean robotTouches(int object) {
        return touched[object] || touchedByArm[object];
    }

    @Override
    public boolean gripperTouchesTable() {
        return tableTouched;
    }

    @Override
    public double fingerPositionRad() {
        return fingerRad;
    }
}
