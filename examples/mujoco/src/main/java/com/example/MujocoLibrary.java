package com.example;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import java.util.Map;

/**
 * The functions of MuJoCo that this example calls, with the names and parameters that {@code mujoco.h} gives them. Any
 * thread may call them; two threads may share an {@code mjModel} that neither changes, but no {@code mjData}.
 */
interface MujocoLibrary extends Library {
    /** Environment variable with the path of {@code libmujoco.so.2.2.2}, where the system does not find it. */
    String VARIABLE = "MUJOCO_LIBRARY";

    /** Debian's package has this name of the file only; {@code libmujoco.so} comes with {@code libmujoco-dev}. */
    String FILE = "libmujoco.so.2.2.2";

    /**
     * Loads the library.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when it is not there or of another version
     */
    static MujocoLibrary load() {
        String named = System.getenv(VARIABLE);
        String file = named == null || named.isBlank() ? FILE : named;
        MujocoLibrary library = link(file);
        int version = version(library, file);
        if (version != Layout.VERSION) {
            throw RoboReelException.badArgument(
                    "%s is version %d of MuJoCo, and the structures of version %d are read; install it"
                            + " (apt install libmujoco2.2.2) and name its %s in the environment variable %s",
                    file, version, Layout.VERSION, FILE, VARIABLE);
        }
        MujocoMessages.listenTo(library);
        return library;
    }

    private static MujocoLibrary link(String file) {
        try {
            return Native.load(file, MujocoLibrary.class, Map.of(OPTION_STRING_ENCODING, "UTF-8"));
        } catch (UnsatisfiedLinkError e) {
            throw new RoboReelException(
                    RoboReelException.Kind.BAD_ARGUMENT,
                    Sentence.of(
                            "MuJoCo 2.2.2 cannot be loaded (%s); install it (apt install libmujoco2.2.2), or name its"
                                    + " %s in the environment variable %s",
                            reason(e, file), FILE, VARIABLE),
                    e);
        }
    }

    /** The system's own words, which JNA puts below a line of its own. */
    private static String reason(UnsatisfiedLinkError failure, String file) {
        return failure.getMessage().lines().skip(1).findFirst().orElse(file);
    }

    private static int version(MujocoLibrary library, String file) {
        try {
            return library.mj_version();
        } catch (UnsatisfiedLinkError e) {
            throw new RoboReelException(
                    RoboReelException.Kind.BAD_ARGUMENT,
                    Sentence.of(
                            "%s is not MuJoCo's library: it has no function mj_version; name MuJoCo's %s in the"
                                    + " environment variable %s",
                            file, FILE, VARIABLE),
                    e);
        }
    }

    int mj_version();

    Pointer mj_loadXML(String filename, Pointer vfs, byte[] error, int errorSize);

    void mj_deleteModel(Pointer model);

    Pointer mj_makeData(Pointer model);

    void mj_deleteData(Pointer data);

    void mj_resetData(Pointer model, Pointer data);

    void mj_step(Pointer model, Pointer data);

    void mj_fwdPosition(Pointer model, Pointer data);

    void mj_energyPos(Pointer model, Pointer data);

    void mj_energyVel(Pointer model, Pointer data);

    Pointer mj_id2name(Pointer model, int objectType, int id);

    int mj_name2id(Pointer model, int objectType, String name);

    double mj_getTotalmass(Pointer model);

    String mju_warningText(int warning, int info);
}
