package io.github.roboreel.simulator;

import java.util.List;
import org.ode4j.math.DMatrix3;
import org.ode4j.ode.DBody;
import org.ode4j.ode.DGeom;
import org.ode4j.ode.DSpace;
import org.ode4j.ode.DWorld;
import org.ode4j.ode.OdeHelper;

/** Makes ODE bodies and geometries from collision parts. */
final class OdeShapes {
    private OdeShapes() {}

    static DBody body(DWorld world, DSpace space, List<CollisionPart> parts) {
        DBody body = OdeHelper.createBody(world);
        for (CollisionPart part : parts) {
            DGeom geom = geom(space, part);
            geom.setBody(body);
            RigidTransform offset = part.offset();
            geom.setOffsetPosition(offset.p[0], offset.p[1], offset.p[2]);
            geom.setOffsetRotation(rotation(offset));
        }
        return body;
    }

    static DGeom geom(DSpace space, CollisionPart part) {
        return switch (part.kind()) {
            case BOX -> OdeHelper.createBox(space, part.x(), part.y(), part.z());
            case CAPSULE -> OdeHelper.createCapsule(space, part.x(), part.y());
            case CYLINDER -> OdeHelper.createCylinder(space, part.x(), part.y());
            case SPHERE -> OdeHelper.createSphere(space, part.x());
        };
    }

    static DMatrix3 rotation(RigidTransform frame) {
        double[] r = frame.r;
        return new DMatrix3(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]);
    }
}
