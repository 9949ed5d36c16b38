/*
 * Prints the constants of Layout.java, from the headers of Debian's package libmujoco-dev:
 *
 *     gcc src/main/c/offsets.c -o /tmp/offsets && /tmp/offsets
 */
#include <mujoco/mujoco.h>
#include <stddef.h>
#include <stdio.h>

#define MODEL(name, field) printf("static final int MODEL_%s = %zu;\n", name, offsetof(mjModel, field))
#define CONSTANT(name, value) printf("static final int %s = %d;\n", name, (int)(value))
#define DATA(name, field) printf("static final int DATA_%s = %zu;\n", name, offsetof(mjData, field))

int main(void) {
    CONSTANT("VERSION", mjVERSION_HEADER);
    CONSTANT("OBJECT_BODY", mjOBJ_BODY);
    CONSTANT("OBJECT_JOINT", mjOBJ_JOINT);
    CONSTANT("OBJECT_SITE", mjOBJ_SITE);
    CONSTANT("OBJECT_ACTUATOR", mjOBJ_ACTUATOR);
    CONSTANT("GEOM_PLANE", mjGEOM_PLANE);
    CONSTANT("GEOM_CAPSULE", mjGEOM_CAPSULE);
    CONSTANT("GEOM_CYLINDER", mjGEOM_CYLINDER);
    CONSTANT("WARN_CONTACTFULL", mjWARN_CONTACTFULL);
    CONSTANT("WARN_CNSTRFULL", mjWARN_CNSTRFULL);
    CONSTANT("WARN_BADQPOS", mjWARN_BADQPOS);
    CONSTANT("WARN_BADQVEL", mjWARN_BADQVEL);
    CONSTANT("WARN_BADQACC", mjWARN_BADQACC);
    CONSTANT("WARN_BADCTRL", mjWARN_BADCTRL);
    CONSTANT("WARNING_BYTES", sizeof(mjWarningStat));
    CONSTANT("ENABLE_ENERGY", mjENBL_ENERGY);
    MODEL("NQ", nq);
    MODEL("NV", nv);
    MODEL("NU", nu);
    MODEL("NA", na);
    MODEL("NBODY", nbody);
    MODEL("NJNT", njnt);
    MODEL("NGEOM", ngeom);
    MODEL("NMOCAP", nmocap);
    MODEL("TIMESTEP", opt.timestep);
    MODEL("GRAVITY", opt.gravity);
    MODEL("ENABLEFLAGS", opt.enableflags);
    MODEL("EXTENT", stat.extent);
    MODEL("CENTER", stat.center);
    MODEL("QPOS0", qpos0);
    MODEL("BODY_MASS", body_mass);
    MODEL("JNT_TYPE", jnt_type);
    MODEL("JNT_QPOSADR", jnt_qposadr);
    MODEL("JNT_DOFADR", jnt_dofadr);
    MODEL("JNT_LIMITED", jnt_limited);
    MODEL("JNT_RANGE", jnt_range);
    MODEL("GEOM_TYPE", geom_type);
    MODEL("GEOM_SIZE", geom_size);
    MODEL("GEOM_RGBA", geom_rgba);
    MODEL("ACTUATOR_CTRLLIMITED", actuator_ctrllimited);
    MODEL("ACTUATOR_CTRLRANGE", actuator_ctrlrange);
    MODEL("NAME_ACTUATORADR", name_actuatoradr);
    MODEL("NAMES", names);
    DATA("NSTACK", nstack);
    DATA("NBUFFER", nbuffer);
    DATA("WARNING", warning);
    DATA("NCON", ncon);
    DATA("TIME", time);
    DATA("ENERGY", energy);
    DATA("BUFFER", buffer);
    DATA("QPOS", qpos);
    DATA("QVEL", qvel);
    DATA("ACT", act);
    DATA("QACC_WARMSTART", qacc_warmstart);
    DATA("CTRL", ctrl);
    DATA("MOCAP_POS", mocap_pos);
    DATA("MOCAP_QUAT", mocap_quat);
    DATA("XPOS", xpos);
    DATA("GEOM_XPOS", geom_xpos);
    DATA("GEOM_XMAT", geom_xmat);
    DATA("SITE_XPOS", site_xpos);
    return 0;
}
