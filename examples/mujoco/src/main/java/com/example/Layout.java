package com.example;

/**
 * Numbers of MuJoCo 2.2.2 on 64-bit Linux that its header has and its library does not tell: constants, and where the
 * fields that this example reads lie in {@code mjModel} and {@code mjData}, bytes from the structure's start. They are
 * what {@code src/main/c/offsets.c} prints. Other versions have other structures, so the library's version is compared
 * before anything is read.
 */
final class Layout {
    static final int VERSION = 222;
    static final int OBJECT_BODY = 1;
    static final int OBJECT_JOINT = 3;
    static final int OBJECT_SITE = 6;
    static final int OBJECT_ACTUATOR = 18;
    static final int GEOM_PLANE = 0;
    static final int GEOM_CAPSULE = 3;
    static final int GEOM_CYLINDER = 5;
    static final int WARN_CONTACTFULL = 1;
    static final int WARN_CNSTRFULL = 2;
    static final int WARN_BADQPOS = 4;
    static final int WARN_BADQVEL = 5;
    static final int WARN_BADQACC = 6;
    static final int WARN_BADCTRL = 7;
    static final int WARNING_BYTES = 8;
    static final int ENABLE_ENERGY = 2;
    static final int MODEL_NQ = 0;
    static final int MODEL_NV = 4;
    static final int MODEL_NU = 8;
    static final int MODEL_NA = 12;
    static final int MODEL_NBODY = 16;
    static final int MODEL_NJNT = 20;
    static final int MODEL_NGEOM = 24;
    static final int MODEL_NMOCAP = 156;
    static final int MODEL_TIMESTEP = 232;
    static final int MODEL_GRAVITY = 280;
    static final int MODEL_ENABLEFLAGS = 468;
    static final int MODEL_EXTENT = 1056;
    static final int MODEL_CENTER = 1064;
    static final int MODEL_QPOS0 = 1096;
    static final int MODEL_BODY_MASS = 1240;
    static final int MODEL_JNT_TYPE = 1280;
    static final int MODEL_JNT_QPOSADR = 1288;
    static final int MODEL_JNT_DOFADR = 1296;
    static final int MODEL_JNT_LIMITED = 1320;
    static final int MODEL_JNT_RANGE = 1368;
    static final int MODEL_GEOM_TYPE = 1488;
    static final int MODEL_GEOM_SIZE = 1592;
    static final int MODEL_GEOM_RGBA = 1664;
    static final int MODEL_ACTUATOR_CTRLLIMITED = 2744;
    static final int MODEL_ACTUATOR_CTRLRANGE = 2792;
    static final int MODEL_NAME_ACTUATORADR = 3224;
    static final int MODEL_NAMES = 3272;
    static final int DATA_NSTACK = 0;
    static final int DATA_NBUFFER = 4;
    static final int DATA_WARNING = 24;
    static final int DATA_NCON = 40332;
    static final int DATA_TIME = 40336;
    static final int DATA_ENERGY = 40344;
    static final int DATA_BUFFER = 40360;
    static final int DATA_QPOS = 40376;
    static final int DATA_QVEL = 40384;
    static final int DATA_ACT = 40392;
    static final int DATA_QACC_WARMSTART = 40400;
    static final int DATA_CTRL = 40408;
    static final int DATA_MOCAP_POS = 40432;
    static final int DATA_MOCAP_QUAT = 40440;
    static final int DATA_XPOS = 40480;
    static final int DATA_GEOM_XPOS = 40536;
    static final int DATA_GEOM_XMAT = 40544;
    static final int DATA_SITE_XPOS = 40552;

    private Layout() {}
}
