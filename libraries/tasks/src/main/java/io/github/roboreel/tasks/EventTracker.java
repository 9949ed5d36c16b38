package io.github.roboreel.tasks;

import io.github.roboreel.format.StatusCode;
import java.util.Arrays;
import java.util.List;

/**
 * Notes what happens around the task in one env. Every kind is edge-triggered; what re-arms it is said at its method.
 */
final class EventTracker {
    private final TaskRules rules;
    private final EventThresholds limits;
    private List<String> names = List.of();
    private int[] contacts = {};
    private int[] upright = {};
    private MotionTracker[] motions = {};
    private boolean[] wrongGrab = {};
    private boolean[] outOfScene = {};
    private boolean[] tippedOver = {};
    private boolean[] hit = {};
    private boolean[] touchedBefore = {};
    private boolean tableHit;
    private boolean fullyClosed;
    private boolean severalGrabbed;

    EventTracker(TaskRules rules) {
        this.rules = rules;
        limits = rules.thresholds();
    }

    void reset(Scene scene) {
        names = List.copyOf(scene.objectNames());
        int count = names.size();
        contacts = indices(rules.contactObjects().isEmpty() ? names : rules.contactObjects());
        upright = indices(rules.uprightObjects());
        motions = new MotionTracker[count];
        Arrays.setAll(motions, object -> new MotionTracker());
        for (int object = 0; object < count; object++) {
            motions[object].rest(scene, object);
        }
        wrongGrab = new boolean[count];
        outOfScene = new boolean[count];
        tippedOver = new boolean[count];
        hit = new boolean[count];
        touchedBefore = new boolean[count];
        tableHit = false;
        fullyClosed = false;
        severalGrabbed = false;
    }

    private int[] indices(List<String> objects) {
        return objects.stream()
                .filter(object -> !object.equals(TaskRules.TABLE))
                .mapToInt(names::indexOf)
                .toArray();
    }

    /**
     * Looks at the scene.
     *
     * @param targets of the active subtask, by object
     * @param targetsText the targets' names as a Python list
     */
    void update(Scene scene, boolean[] targets, String targetsText, StepEvents out) {
        trackWrongGrab(scene, targets, targetsText, out);
        trackTable(scene, out);
        trackFinger(scene, out);
        trackMotion(scene, targets, out);
        trackOutOfScene(scene, targets, out);
        trackTippedOver(scene, out);
        trackDropped(scene, targets, out);
        trackHits(scene, targets, out);
        trackSeveral(scene, out);
    }

    /**
     * 250 for the first object in the order of the contacts that is wrong, closed upon and not reported yet; 257 (in
     * RoboLab code 0) when a reported one is released. That arms it again, and so does becoming a target in the hand.
     */
    private void trackWrongGrab(Scene scene, boolean[] targets, String targetsText, StepEvents out) {
        boolean closed = scene.fingerPositionRad() >= limits.slightlyClosedRad();
        int first = -1;
        for (int object : contacts) {
            boolean held = closed && scene.gripperTouches(object);
            boolean wrong = held && !targets[object];
            if (wrong && first < 0) {
                first = object;
            }
            if (!held && wrongGrab[object]) {
                out.add(
                        StatusCode.WRONG_OBJECT_DETACHED,
                        "Wrong object that was grabbed is now detached: '" + names.get(object) + "'");
            }
            wrongGrab[object] &= wrong;
        }
        if (first >= 0 && !wrongGrab[first]) {
            wrongGrab[first] = true;
            out.add(
                    StatusCode.WRONG_OBJECT_GRABBED_FAILURE,
                    "Wrong object grabbed: '" + names.get(first) + "' (target objects: " + targetsText + ")",
                    names.get(first));
        }
    }

    /** 255, again after contact was lost. */
    private void trackTable(Scene scene, StepEvents out) {
        boolean now = scene.gripperTouchesTable();
        if (now && !tableHit) {
            out.add(StatusCode.GRIPPER_HIT_TABLE, "Gripper hit table");
        }
        tableHit = now;
    }

    /** 256, again after the finger joint was below the threshold. */
    private void trackFinger(Scene scene, StepEvents out) {
        boolean now = scene.fingerPositionRad() >= limits.fullyClosedRad();
        if (now && !fullyClosed) {
            out.add(StatusCode.GRIPPER_FULLY_CLOSED, "Gripper fully closed");
        }
        fullyClosed = now;
    }

    /** 259 or 258 at each stop of an object that is no target, by this env's own displacement. */
    private void trackMotion(Scene scene, boolean[] targets, StepEvents out) {
        for (int object = 0; object < motions.length; object++) {
            if (targets[object] || names.get(object).equals(TaskRules.TABLE)) {
                motions[object].rest(scene, object);
            } else {
                noteStop(scene, object, out);
            }
        }
    }

    private void noteStop(Scene scene, int object, StepEvents out) {
        double metres = motions[object].update(scene, object, limits.movingSpeedMetresPerSecond());
        if (metres >= limits.moveMetres()) {
            String displaced = "' displaced " + MotionTracker.text(metres);
            out.add(StatusCode.OBJECT_MOVED, "Object moved: '" + names.get(object) + displaced);
        } else if (metres >= limits.bumpMetres()) {
            String nudged = "' nudged " + MotionTracker.text(metres);
            out.add(StatusCode.OBJECT_BUMPED, "Object bumped: '" + names.get(object) + nudged);
        }
    }

    /** 260 once per object that is no target. */
    private void trackOutOfScene(Scene scene, boolean[] targets, StepEvents out) {
        for (int object = 0; object < outOfScene.length; object++) {
            if (!targets[object]
                    && !outOfScene[object]
                    && !names.get(object).equals(TaskRules.TABLE)
                    && limits.outOfScene(scene, object)) {
                outOfScene[object] = true;
                out.add(StatusCode.OBJECT_OUT_OF_SCENE, "Object out of scene: '" + names.get(object) + "'");
            }
        }
    }

    /** 262 once per object that should be upright. */
    private void trackTippedOver(Scene scene, StepEvents out) {
        for (int object : upright) {
            boolean tipped = scene.rotation(object, 2, 2) < Math.cos(limits.tippedOverRad());
            if (tipped && !tippedOver[object]) {
                tippedOver[object] = true;
                out.add(StatusCode.OBJECT_TIPPED_OVER, "Object tipped over: '" + names.get(object) + "'");
            }
        }
    }

    /** 263 when the gripper touched some target a step ago and touches none now. */
    private void trackDropped(Scene scene, boolean[] targets, StepEvents out) {
        boolean before = false;
        boolean now = false;
        for (int object = 0; object < touchedBefore.length; object++) {
            boolean touches = scene.gripperTouches(object);
            before |= targets[object] && touchedBefore[object];
            now |= targets[object] && touches;
            touchedBefore[object] = touches;
        }
        if (before && !now) {
            out.add(StatusCode.TARGET_OBJECT_DROPPED, "Target object dropped during transport");
        }
    }

    /** 264 once per object that is no target. */
    private void trackHits(Scene scene, boolean[] targets, StepEvents out) {
        for (int object : contacts) {
            if (!targets[object] && !hit[object] && scene.gripperTouches(object)) {
                hit[object] = true;
                out.add(StatusCode.GRIPPER_HIT_OBJECT, "Gripper hit object: '" + names.get(object) + "'");
            }
        }
    }

    /** 265 once per episode. */
    private void trackSeveral(Scene scene, StepEvents out) {
        int touched = 0;
        for (int object : contacts) {
            touched += scene.gripperTouches(object) ? 1 : 0;
        }
        if (touched >= 2 && !severalGrabbed) {
            severalGrabbed = true;
            out.add(StatusCode.MULTIPLE_OBJECTS_GRABBED, "Multiple objects grabbed");
        }
    }
}
