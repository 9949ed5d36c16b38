package com.example;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * An {@code mjModel}: what MuJoCo made of an MJCF text. Nothing changes it once it is made; any number of worlds share
 * it.
 */
final class MujocoModel {
    private static final int ERROR_BYTES = 1000;
    private static final Cleaner CLEANER = Cleaner.create();

    /** {@code mjtJoint}, in its order, with how many values of {@code qpos} one has. */
    enum JointType {
        FREE(7),
        BALL(4),
        SLIDE(1),
        HINGE(1);

        final int positions;

        JointType(int positions) {
            this.positions = positions;
        }

        /** Whether its position is one number, an angle or a length. */
        boolean isScalar() {
            return positions == 1;
        }
    }

    /**
     * A joint.
     *
     * @param qposAddress index of its first value in {@code qpos}
     * @param dofAddress index of its first value in {@code qvel}
     * @param low limit of a scalar joint, rad or m; negative infinity where it has none
     * @param high limit of a scalar joint, rad or m; infinity where it has none
     */
    record Joint(String name, JointType type, int qposAddress, int dofAddress, double low, double high) {}

    /**
     * An actuator.
     *
     * @param low least control; negative infinity where it is not limited
     * @param high greatest control; infinity where it is not limited
     */
    record Actuator(String name, double low, double high) {}

    /**
     * A shape, for drawing.
     *
     * @param type {@code mjtGeom}
     * @param size its three size parameters, m
     * @param rgba 0 to 1
     */
    record Geom(int type, double[] size, float[] rgba) {}

    private final MujocoLibrary library;
    private final Pointer model;
    private final List<Joint> joints;
    private final List<Actuator> actuators;
    private final List<Geom> geoms;

    private MujocoModel(MujocoLibrary library, Pointer model) {
        this.library = library;
        this.model = model;
        CLEANER.register(this, () -> library.mj_deleteModel(model));
        requireLayout();
        // Without it the functions for energies do nothing. It changes no motion.
        model.setInt(Layout.MODEL_ENABLEFLAGS, model.getInt(Layout.MODEL_ENABLEFLAGS) | Layout.ENABLE_ENERGY);
        joints = list(Layout.MODEL_NJNT, this::joint);
        actuators = list(Layout.MODEL_NU, this::actuator);
        geoms = list(Layout.MODEL_NGEOM, this::geom);
    }

    /**
     * Compiles a model.
     *
     * @param mjcf text of a file that names no other files
     * @throws RoboReelException of kind BAD_ARGUMENT, when MuJoCo refuses it or is not there
     */
    static MujocoModel of(String mjcf) {
        MujocoLibrary library = MujocoLibrary.load();
        byte[] error = new byte[ERROR_BYTES];
        Pointer model = compile(library, mjcf, error);
        if (model == null) {
            throw RoboReelException.badArgument(
                    "MuJoCo refuses the model: %s",
                    Native.toString(error, "UTF-8").strip().replaceAll("\\s+", " "));
        }
        return new MujocoModel(library, model);
    }

    /** MuJoCo reads models from files. */
    private static Pointer compile(MujocoLibrary library, String mjcf, byte[] error) {
        try {
            Path file = Files.createTempFile("model", ".xml");
            try {
                Files.writeString(file, mjcf);
                return library.mj_loadXML(file.toString(), null, error, error.length);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compares what is read at some offsets, the last ones among them, with what MuJoCo's functions say. */
    private void requireLayout() {
        double mass = library.mj_getTotalmass(model);
        double[] masses = model.getPointer(Layout.MODEL_BODY_MASS).getDoubleArray(0, count(Layout.MODEL_NBODY));
        boolean isSame = Math.abs(DoubleStream.of(masses).sum() - mass) <= 1e-9 * mass;
        for (int id = 0; id <= count(Layout.MODEL_NU); id++) {
            isSame &= Objects.equals(
                    library.mj_id2name(model, Layout.OBJECT_ACTUATOR, id),
                    id < count(Layout.MODEL_NU) ? actuatorName(id) : null);
        }
        if (!isSame) {
            throw new RoboReelException(
                    RoboReelException.Kind.UNSUPPORTED,
                    "the library says that it is MuJoCo 2.2.2, and its mjModel is laid out otherwise than in that"
                            + " version's header on 64-bit Linux; use Debian's package libmujoco2.2.2");
        }
    }

    /** What {@code mj_id2name} gives: the address of the name; null of an actuator without one. */
    private Pointer actuatorName(int id) {
        Pointer name = model.getPointer(Layout.MODEL_NAMES).share(intOf(Layout.MODEL_NAME_ACTUATORADR, id));
        return name.getByte(0) == 0 ? null : name;
    }

    private <T> List<T> list(int countOffset, IntFunction<T> each) {
        return IntStream.range(0, count(countOffset)).mapToObj(each).toList();
    }

    private Joint joint(int id) {
        JointType type = JointType.values()[intOf(Layout.MODEL_JNT_TYPE, id)];
        boolean isLimited = type.isScalar() && flag(Layout.MODEL_JNT_LIMITED, id);
        double[] range = range(Layout.MODEL_JNT_RANGE, id, isLimited);
        return new Joint(
                name(Layout.OBJECT_JOINT, "joint", id),
                type,
                intOf(Layout.MODEL_JNT_QPOSADR, id),
                intOf(Layout.MODEL_JNT_DOFADR, id),
                range[0],
                range[1]);
    }

    private Actuator actuator(int id) {
        double[] range = range(Layout.MODEL_ACTUATOR_CTRLRANGE, id, flag(Layout.MODEL_ACTUATOR_CTRLLIMITED, id));
        return new Actuator(name(Layout.OBJECT_ACTUATOR, "actuator", id), range[0], range[1]);
    }

    private Geom geom(int id) {
        double[] size = model.getPointer(Layout.MODEL_GEOM_SIZE).getDoubleArray(3L * Double.BYTES * id, 3);
        float[] rgba = model.getPointer(Layout.MODEL_GEOM_RGBA).getFloatArray(4L * Float.BYTES * id, 4);
        return new Geom(intOf(Layout.MODEL_GEOM_TYPE, id), size, rgba);
    }

    private double[] range(int offset, int id, boolean isLimited) {
        return isLimited
                ? model.getPointer(offset).getDoubleArray(2L * Double.BYTES * id, 2)
                : new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    }

    private String name(int objectType, String sort, int id) {
        Pointer name = library.mj_id2name(model, objectType, id);
        return name == null ? sort + " " + id : name.getString(0, "UTF-8");
    }

    private int intOf(int arrayOffset, int index) {
        return model.getPointer(arrayOffset).getInt((long) Integer.BYTES * index);
    }

    private boolean flag(int arrayOffset, int index) {
        return model.getPointer(arrayOffset).getByte(index) != 0;
    }

    private int count(int offset) {
        return model.getInt(offset);
    }

    MujocoLibrary library() {
        return library;
    }

    /** The structure itself, for MuJoCo's functions. */
    Pointer pointer() {
        return model;
    }

    /** The model's own name; MuJoCo calls one without a name {@code MuJoCo Model}. */
    String name() {
        return model.getPointer(Layout.MODEL_NAMES).getString(0, "UTF-8");
    }

    /** Number of positions, of {@code qpos}. */
    int nq() {
        return count(Layout.MODEL_NQ);
    }

    /** Number of degrees of freedom, of {@code qvel}. */
    int nv() {
        return count(Layout.MODEL_NV);
    }

    /** Number of activations: the inner states of actuators, of {@code act}. */
    int na() {
        return count(Layout.MODEL_NA);
    }

    /** Number of bodies that the program places. */
    int nmocap() {
        return count(Layout.MODEL_NMOCAP);
    }

    /** Of one {@code mj_step}, seconds. */
    double timestepSeconds() {
        return model.getDouble(Layout.MODEL_TIMESTEP);
    }

    /** m/s^2, of shape (3). */
    double[] gravity() {
        return model.getDoubleArray(Layout.MODEL_GRAVITY, 3);
    }

    /** About how large the model is, m. */
    double extentMetres() {
        return model.getDouble(Layout.MODEL_EXTENT);
    }

    /** The model's middle, m, of shape (3). */
    double[] centre() {
        return model.getDoubleArray(Layout.MODEL_CENTER, 3);
    }

    /** In the order of the model. */
    List<Joint> joints() {
        return joints;
    }

    /** In the order of {@code ctrl}. */
    List<Actuator> actuators() {
        return actuators;
    }

    /** In the order of the model. */
    List<Geom> geoms() {
        return geoms;
    }

    /**
     * The number of a body or a site.
     *
     * @param objectType for example {@link Layout#OBJECT_BODY}
     * @throws RoboReelException of kind BAD_ARGUMENT, when the model has none of that name
     */
    int id(int objectType, String name) {
        int id = library.mj_name2id(model, objectType, name);
        if (id < 0) {
            throw RoboReelException.badArgument("the model has no '%s', which the task looks at", name);
        }
        return id;
    }
}
