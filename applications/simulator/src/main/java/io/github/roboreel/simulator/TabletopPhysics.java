package io.github.roboreel.simulator;

import java.util.ArrayList;
import java.util.List;
import org.ode4j.math.DVector3C;
import org.ode4j.ode.DBody;
import org.ode4j.ode.DContact;
import org.ode4j.ode.DContactBuffer;
import org.ode4j.ode.DContactJoint;
import org.ode4j.ode.DGeom;
import org.ode4j.ode.DJointGroup;
import org.ode4j.ode.DMass;
import org.ode4j.ode.DSpace;
import org.ode4j.ode.DWorld;
import org.ode4j.ode.OdeConstants;
import org.ode4j.ode.OdeHelper;
import org.ode4j.ode.internal.ErrorHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One rigid-body world: table, arm and objects; not thread-safe, one world per env.
 *
 * <p>Uses ODE's direct ("big matrix") stepper: the quick stepper shuffles its constraints with a random generator that
 * all worlds of a process share, which would make an env depend on its neighbours.
 */
final class TabletopPhysics implements AutoCloseable {
    static final double GRAVITY = -9.81;

    private static final Logger LOG = LoggerFactory.getLogger(TabletopPhysics.class);

    static {
        // Process-wide and only once; class initialisation makes it safe for all threads.
        OdeHelper.initODE2(0);
        // The solver reports degenerate contact sets that it then leaves out; that is not for
        // users.
        ErrorHandler.dSetMessageHandler((code, text, values) -> LOG.debug("ODE {}: {}", code, text));
    }

    private static final int MAX_CONTACTS = 6;
    static final double FRICTION = 0.9;
    static final double ERROR_REDUCTION = 0.2;
    static final double FORCE_MIXING = 1e-6;
    static final double ANGULAR_DAMPING = 0.02;

    /** m, x, y, z. */
    static final double[] TABLE_SIZE = {1.6, 2.0, 0.04};

    /** Of its centre in the env, m; its top is at 0. */
    static final double[] TABLE_POSITION = {0.4, 0, -TABLE_SIZE[2] / 2};

    private final DWorld world;
    private final DJointGroup contactJoints = OdeHelper.createJointGroup();
    private final DContactBuffer contacts = new DContactBuffer(MAX_CONTACTS);
    private final DSpace tableSpace = OdeHelper.createSimpleSpace();
    private final DSpace armSpace = OdeHelper.createSimpleSpace();
    private final List<DSpace> objectSpaces = new ArrayList<>();
    private final List<DBody> objects = new ArrayList<>();
    private final ArmBodies arm;
    private final Grasp grasp;
    private final GripperContacts gripperContacts;

    TabletopPhysics(List<ObjectModel> models, List<RigidTransform> startPoses, double contactForceNewton) {
        world = OdeHelper.createWorld();
        configureWorld();
        DGeom table = OdeHelper.createBox(tableSpace, TABLE_SIZE[0], TABLE_SIZE[1], TABLE_SIZE[2]);
        table.setPosition(TABLE_POSITION[0], TABLE_POSITION[1], TABLE_POSITION[2]);
        arm = new ArmBodies(world, armSpace);
        for (int i = 0; i < models.size(); i++) {
            addObject(models.get(i), startPoses.get(i));
        }
        grasp = new Grasp(world, arm, models.size());
        gripperContacts = new GripperContacts(models.size(), contactForceNewton);
    }

    private void configureWorld() {
        world.setGravity(0, 0, GRAVITY);
        world.setERP(ERROR_REDUCTION);
        world.setCFM(FORCE_MIXING);
        world.setContactMaxCorrectingVel(0.4);
        world.setContactSurfaceLayer(0.0005);
        world.setAngularDamping(ANGULAR_DAMPING);
        world.setAutoDisableFlag(true);
        world.setAutoDisableLinearThreshold(0.01);
        world.setAutoDisableAngularThreshold(0.08);
        world.setAutoDisableSteps(24);
    }

    private void addObject(ObjectModel model, RigidTransform pose) {
        DSpace space = OdeHelper.createSimpleSpace();
        DBody body = OdeShapes.body(world, space, model.parts());
        DMass mass = OdeHelper.createMass();
        double[] min = model.box().min();
        double[] max = model.box().max();
        mass.setBoxTotal(model.massKg(), max[0] - min[0], max[1] - min[1], max[2] - min[2]);
        body.setMass(mass);
        body.setPosition(pose.p[0], pose.p[1], pose.p[2]);
        body.setRotation(OdeShapes.rotation(pose));
        objects.add(body);
        objectSpaces.add(space);
    }

    /** Sets where the arm is and how it moves during the next substep. */
    void placeArm(PandaArm kinematics, JointServo servo) {
        arm.update(kinematics, servo.finger(), servo.fingerVelocity());
    }

    /** Forgets the gripper's contacts of the control step before. */
    void beginControlStep() {
        gripperContacts.beginControlStep();
    }

    /** Advances all bodies by one substep; the gripper holds or releases according to {@code closing}. */
    void substep(double dtSeconds, boolean closing) {
        if (!closing) {
            grasp.release();
        }
        grasp.clearTouches();
        gripperContacts.beginSubstep();
        collideAll();
        if (closing) {
            grasp.tryHold(objects);
        }
        world.step(dtSeconds);
        gripperContacts.endSubstep(grasp.heldObject());
        contactJoints.empty();
    }

    private void collideAll() {
        for (int i = 0; i < objects.size(); i++) {
            boolean awake = objects.get(i).isEnabled();
            collideSpaces(objectSpaces.get(i), armSpace, i);
            if (awake) {
                collideSpaces(objectSpaces.get(i), tableSpace, i);
            }
            for (int j = i + 1; j < objects.size(); j++) {
                if (awake || objects.get(j).isEnabled()) {
                    collideSpaces(objectSpaces.get(i), objectSpaces.get(j), i);
                }
            }
        }
    }

    private void collideSpaces(DSpace a, DSpace b, int object) {
        if (apart(a, b)) {
            return;
        }
        for (DGeom first : a.getGeoms()) {
            for (DGeom second : b.getGeoms()) {
                collidePair(first, second, object);
            }
        }
    }

    private static boolean apart(DGeom a, DGeom b) {
        for (int axis = 0; axis < 3; axis++) {
            if (a.getAABB().getMin(axis) > b.getAABB().getMax(axis)
                    || a.getAABB().getMax(axis) < b.getAABB().getMin(axis)) {
                return true;
            }
        }
        return false;
    }

    private void collidePair(DGeom a, DGeom b, int object) {
        if (apart(a, b)) {
            return;
        }
        int count = OdeHelper.collide(a, b, MAX_CONTACTS, contacts.getGeomBuffer());
        DBody other = b.getBody();
        boolean armTouch = other != null && other.isKinematic();
        if (count == 0 || (armTouch && grasp.carries(object))) {
            return;
        }
        if (armTouch) {
            a.getBody().enable();
            grasp.touch(object, other, contacts.get(0).getContactGeom().normal);
        }
        for (int i = 0; i < count; i++) {
            DContactJoint joint = addContact(contacts.get(i), a.getBody(), other, armTouch);
            if (armTouch && arm.isGripper(other)) {
                gripperContacts.add(object, joint);
            }
        }
    }

    private DContactJoint addContact(DContact contact, DBody a, DBody b, boolean armTouch) {
        contact.surface.mode = OdeConstants.dContactApprox1 | OdeConstants.dContactSoftCFM;
        contact.surface.mu = FRICTION;
        contact.surface.soft_cfm = armTouch ? 1e-2 : 2e-3;
        DContactJoint joint = OdeHelper.createContactJoint(world, contactJoints, contact);
        joint.attach(a, b);
        return joint;
    }

    /** True while an object between the pads keeps the fingers from closing further. */
    boolean fingersBlocked() {
        return grasp.blocksFingers();
    }

    /** Index of the object in the gripper, -1 when there is none. */
    int heldObject() {
        return grasp.heldObject();
    }

    /** True when the gripper was in contact with the object during the control step. */
    boolean gripperTouches(int object) {
        return gripperContacts.touching(object);
    }

    /** True when any part of the arm touched the object in the last substep, or holds it. */
    boolean touchedByArm(int object) {
        return grasp.carries(object) || grasp.touched(object);
    }

    /** Puts an object elsewhere, at rest and awake. */
    void placeObject(int object, RigidTransform pose) {
        DBody body = objects.get(object);
        body.setPosition(pose.p[0], pose.p[1], pose.p[2]);
        body.setRotation(OdeShapes.rotation(pose));
        body.setLinearVel(0, 0, 0);
        body.setAngularVel(0, 0, 0);
        body.enable();
    }

    void readPose(int object, RigidTransform out) {
        DBody body = objects.get(object);
        DVector3C position = body.getPosition();
        out.setPosition(position.get0(), position.get1(), position.get2());
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                out.r[3 * i + j] = body.getRotation().get(i, j);
            }
        }
    }

    /** Writes linear velocity (m/s) and angular velocity (rad/s), 6 values. */
    void readVelocity(int object, double[] out) {
        DBody body = objects.get(object);
        for (int k = 0; k < 3; k++) {
            out[k] = body.isEnabled() ? body.getLinearVel().get(k) : 0;
            out[3 + k] = body.isEnabled() ? body.getAngularVel().get(k) : 0;
        }
    }

    @Override
    public void close() {
        contactJoints.destroy();
        world.destroy();
        tableSpace.destroy();
        armSpace.destroy();
        objectSpaces.forEach(DSpace::destroy);
    }
}
