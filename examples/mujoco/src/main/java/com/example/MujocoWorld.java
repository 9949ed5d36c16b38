package com.example;

import com.sun.jna.Pointer;
import io.github.roboreel.format.fault.RoboReelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An {@code mjData}: one world of a model, and its state. For one thread at a time. */
final class MujocoWorld implements AutoCloseable {
    /** Of a world that is beyond numbers, and that MuJoCo resets. */
    private static final int[] RESETS = {Layout.WARN_BADQPOS, Layout.WARN_BADQVEL, Layout.WARN_BADQACC};

    /** Of contacts and constraints for which there is no room, and of controls beyond 1e10: MuJoCo leaves them out. */
    private static final int[] LOSSES = {Layout.WARN_CONTACTFULL, Layout.WARN_CNSTRFULL, Layout.WARN_BADCTRL};

    /**
     * One of the arrays that, all together, decide how a world continues: with the same values, the same model and the
     * same controls it takes the same steps, bit by bit.
     *
     * @param name of the field in {@code mjData}
     * @param offset where {@code mjData} has the array, or its address
     * @param isPointer whether it has the address
     * @param length number of values
     */
    record StatePart(String name, int offset, boolean isPointer, int length) {}

    private final MujocoModel model;
    private final MujocoLibrary library;
    private final List<StatePart> state;
    private Pointer data;

    MujocoWorld(MujocoModel model) {
        this.model = model;
        library = model.library();
        state = stateOf(model);
        data = library.mj_makeData(model.pointer());
        if (data == null) {
            throw new IllegalStateException("MuJoCo has no memory for another world");
        }
        requireLayout();
        settle();
    }

    /**
     * What has to be recorded to continue a world from any step. {@code qacc_warmstart} is where the solver of the next
     * step starts: without it contacts come out equal up to the solver's tolerance only. Parts without values are left
     * out.
     */
    static List<StatePart> stateOf(MujocoModel model) {
        List<StatePart> parts = new ArrayList<>(List.of(
                new StatePart("time", Layout.DATA_TIME, false, 1),
                new StatePart("qpos", Layout.DATA_QPOS, true, model.nq()),
                new StatePart("qvel", Layout.DATA_QVEL, true, model.nv()),
                new StatePart("act", Layout.DATA_ACT, true, model.na()),
                new StatePart("qacc_warmstart", Layout.DATA_QACC_WARMSTART, true, model.nv()),
                new StatePart("mocap_pos", Layout.DATA_MOCAP_POS, true, 3 * model.nmocap()),
                new StatePart("mocap_quat", Layout.DATA_MOCAP_QUAT, true, 4 * model.nmocap())));
        parts.removeIf(part -> part.length() == 0);
        return List.copyOf(parts);
    }

    /** A new world stands as the model says, and all its arrays lie in its buffer. */
    private void requireLayout() {
        long start = Pointer.nativeValue(data.getPointer(Layout.DATA_BUFFER));
        long end = start + data.getInt(Layout.DATA_NBUFFER);
        boolean isSame = true;
        for (int array : new int[] {Layout.DATA_QPOS, Layout.DATA_QACC_WARMSTART, Layout.DATA_SITE_XPOS}) {
            long at = Pointer.nativeValue(data.getPointer(array));
            isSame &= at >= start && at < end;
        }
        double[] initial = model.pointer().getPointer(Layout.MODEL_QPOS0).getDoubleArray(0, model.nq());
        if (!isSame || !Arrays.equals(initial, qpos())) {
            close();
            throw new RoboReelException(
                    RoboReelException.Kind.UNSUPPORTED,
                    "the library says that it is MuJoCo 2.2.2, and its mjData is laid out otherwise than in that"
                            + " version's header on 64-bit Linux; use Debian's package libmujoco2.2.2");
        }
    }

    MujocoModel model() {
        return model;
    }

    /** Back to the model's own start. */
    void reset() {
        library.mj_resetData(model.pointer(), data);
        settle();
    }

    /**
     * Advances the world.
     *
     * @param control values of {@code ctrl}, one for each actuator, which MuJoCo clamps to their ranges
     * @param times how many steps of the model are taken with it
     * @throws IllegalStateException when MuJoCo reset the world, or left contacts or controls out
     */
    void step(double[] control, int times) {
        data.getPointer(Layout.DATA_CTRL).write(0, control, 0, model.actuators().size());
        for (int i = 0; i < times; i++) {
            library.mj_step(model.pointer(), data);
        }
        settle();
        requireNone(RESETS, "MuJoCo has reset the world: ");
        requireNone(LOSSES, "MuJoCo has left something out: ");
    }

    private void requireNone(int[] warnings, String consequence) {
        for (int warning : warnings) {
            int at = Layout.DATA_WARNING + Layout.WARNING_BYTES * warning;
            if (data.getInt(at + Integer.BYTES) > 0) {
                throw new IllegalStateException(consequence
                        + library.mju_warningText(warning, data.getInt(at)).strip());
            }
        }
    }

    /**
     * Computes poses, contacts and energies of the present state; those that {@code mj_step} leaves belong to the state
     * before it. The state stays as it is: {@code mj_fwdPosition} normalises the quaternions in {@code qpos}, which
     * would make another motion of it than {@code mj_step} alone, so it is put back.
     */
    private void settle() {
        double[] qpos = qpos();
        library.mj_fwdPosition(model.pointer(), data);
        library.mj_energyPos(model.pointer(), data);
        library.mj_energyVel(model.pointer(), data);
        setQpos(qpos);
    }

    /** The present values of a part. */
    double[] read(StatePart part) {
        return at(part).getDoubleArray(0, part.length());
    }

    /**
     * Sets the whole state.
     *
     * @param values of each part, in the order of {@link #stateOf}
     */
    void restore(List<double[]> values) {
        for (int i = 0; i < state.size(); i++) {
            StatePart part = state.get(i);
            at(part).write(0, values.get(i), 0, part.length());
        }
        settle();
    }

    private Pointer at(StatePart part) {
        return part.isPointer() ? data.getPointer(part.offset()) : data.share(part.offset());
    }

    private double[] array(int offset, int from, int count) {
        return data.getPointer(offset).getDoubleArray((long) Double.BYTES * from, count);
    }

    /** Positions of all joints. */
    double[] qpos() {
        return array(Layout.DATA_QPOS, 0, model.nq());
    }

    /** Velocities of all joints. */
    double[] qvel() {
        return array(Layout.DATA_QVEL, 0, model.nv());
    }

    /** Writes {@code qpos} alone; what follows from it is as before. */
    private void setQpos(double[] qpos) {
        data.getPointer(Layout.DATA_QPOS).write(0, qpos, 0, qpos.length);
    }

    /** Places all joints, before the first step. */
    void place(double[] qpos) {
        setQpos(qpos);
        settle();
    }

    /**
     * Places the first of the bodies that the program places, m.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when the model has none
     */
    void placeMocap(double... position) {
        requireMocap();
        data.getPointer(Layout.DATA_MOCAP_POS).write(0, position, 0, 3);
        settle();
    }

    /**
     * Where that body is, m.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when the model has none
     */
    double[] mocap() {
        requireMocap();
        return array(Layout.DATA_MOCAP_POS, 0, 3);
    }

    private void requireMocap() {
        if (model.nmocap() == 0) {
            throw RoboReelException.badArgument("the model has no body with mocap=\"true\", which the task places");
        }
    }

    /** Where a body's frame is, m. */
    double[] bodyPosition(int body) {
        return array(Layout.DATA_XPOS, 3 * body, 3);
    }

    /** Where a site is, m. */
    double[] sitePosition(int site) {
        return array(Layout.DATA_SITE_XPOS, 3 * site, 3);
    }

    /** Where a shape is, m. */
    double[] geomPosition(int geom) {
        return array(Layout.DATA_GEOM_XPOS, 3 * geom, 3);
    }

    /** Which way the third axis of a shape points; that of a capsule goes from end to end. */
    double[] geomAxis(int geom) {
        double[] matrix = array(Layout.DATA_GEOM_XMAT, 9 * geom, 9);
        return new double[] {matrix[2], matrix[5], matrix[8]};
    }

    /** Potential and kinetic energy, J. */
    double[] energy() {
        return data.getDoubleArray(Layout.DATA_ENERGY, 2);
    }

    /** Pairs of shapes that touch, counted by their points of contact. */
    int numContacts() {
        return data.getInt(Layout.DATA_NCON);
    }

    /** Bytes outside the heap that MuJoCo may use for it. */
    long memoryBytes() {
        return data.getInt(Layout.DATA_NBUFFER) + (long) Double.BYTES * data.getInt(Layout.DATA_NSTACK);
    }

    /** Frees the structure. May be called twice. */
    @Override
    public void close() {
        if (data != null) {
            library.mj_deleteData(data);
            data = null;
        }
    }
}
