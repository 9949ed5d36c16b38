package io.github.roboreel.tasks;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.names.NamedProviders;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The conditions a tabletop task is made of, by name, and those of {@link ConditionProvider}s; every argument but the
 * objects has a default. Left, right, front and behind are as seen from the robot, which looks along +x: left is +y, in
 * front of something is nearer to the robot.
 *
 * <table>
 * <caption>Functions, arguments and what holds</caption>
 * <tr><th>function</th><th>arguments</th><th>holds when</th></tr>
 * <tr><td>object_grabbed</td><td>object, min_finger_rad (the
 * task's {@link EventThresholds#slightlyClosedRad})</td><td>gripper at least so far
 *     closed and in contact with it</td></tr>
 * <tr><td>object_dropped</td><td>object</td><td>gripper not in contact with it</td></tr>
 * <tr><td>object_in_container, object_outside_of</td><td>object, container, above_rim_m (0.03),
 *     min_upright_cosine (0.85)</td><td>origin within the inside of the upright container, up to
 *     so far above the rim; not so</td></tr>
 * <tr><td>object_on_top, object_above, object_above_bottom, object_below</td><td>object,
 *     reference_object, tolerance_m (0.01)</td><td>centre over (under) the reference's box, and
 *     underside at its top; underside above its top; centre above its underside; top below its
 *     underside</td></tr>
 * <tr><td>object_left_of, object_right_of, object_in_front_of, object_behind</td><td>object,
 *     reference_object, tolerance_m (0.01)</td><td>on that side, boxes apart along that
 *     axis</td></tr>
 * <tr><td>object_next_to</td><td>object, reference_object, distance_m (0.05)</td><td>boxes apart
 *     seen from above, by at most so much, at overlapping heights</td></tr>
 * <tr><td>object_center_of</td><td>object, reference_object, tolerance_m (0.01)</td><td>centres
 *     so near seen from above</td></tr>
 * <tr><td>object_placed_*</td><td>as object_*, max_speed_m_s (0.05), max_angular_speed_rad_s
 *     (0.5)</td><td>as object_*, nothing of the robot in contact with it, slower than both; for
 *     in_container, outside_of, on_top, below, left_of, right_of, in_front_of, behind,
 *     next_to</td></tr>
 * <tr><td>object_upright</td><td>object, tolerance_rad (0.1)</td><td>own z axis so near to the
 *     vertical</td></tr>
 * <tr><td>object_at</td><td>object, position, tolerance_m (0.02)</td><td>origin so near in each
 *     coordinate</td></tr>
 * <tr><td>objects_stationary</td><td>objects, max_speed_m_s (0.01), max_angular_speed_rad_s
 *     (0.1)</td><td>all slower than both</td></tr>
 * <tr><td>stacked</td><td>objects from the lowest, tolerance_m (0.01)</td><td>each on top of the
 *     one before</td></tr>
 * <tr><td>objects_in_line</td><td>objects, tolerance_m (0.05), min_spacing_m (0.02)</td><td>seen
 *     from above, centres so near to the line from the first to the last, and apart</td></tr>
 * </table>
 */
public final class Conditions {
    private static final List<String> PLACEABLE = List.of(
            "in_container", "outside_of", "on_top", "below", "left_of", "right_of", "in_front_of", "behind", "next_to");
    private static final double MAX_PLACED_SPEED = 0.05;
    private static final double MAX_PLACED_ANGULAR_SPEED = 0.5;
    private static final Map<String, Factory> FACTORIES = factories();

    private Conditions() {}

    private interface Factory {
        Predicate<Scene> make(ConditionArguments arguments);
    }

    /** Names that {@link #create} knows: the usual ones, then those of {@link ConditionProvider}s. */
    public static List<String> names() {
        return List.copyOf(known().keySet());
    }

    private static Map<String, Factory> known() {
        Map<String, Factory> all = new LinkedHashMap<>(FACTORIES);
        for (ConditionProvider own : NamedProviders.all(ConditionProvider.class, ConditionProvider::name)) {
            if (all.putIfAbsent(own.name(), own::create) != null) {
                throw RoboReelException.badArgument(
                        "condition '%s' of %s has the name of a built-in one; rename it, or leave out its plug-in",
                        own.name(), own.getClass().getName());
            }
        }
        return all;
    }

    /** As {@link #create(String, Map, EventThresholds)}, for a task with default thresholds. */
    public static Condition create(String function, Map<String, ?> arguments) {
        return create(function, arguments, EventThresholds.DEFAULT);
    }

    /**
     * Makes a condition.
     *
     * @param arguments by name, in the order of the call text: texts, numbers, lists of them
     * @param thresholds of the task: from where on a grab is a grab unless an argument says so
     * @throws IllegalArgumentException in a sentence when the function is unknown, or an argument is missing, unknown
     *     or of a wrong kind
     * @throws RoboReelException of kind BAD_ARGUMENT, when a {@link ConditionProvider}'s name is taken
     */
    public static Condition create(String function, Map<String, ?> arguments, EventThresholds thresholds) {
        Map<String, Factory> known = known();
        Factory factory = known.get(function);
        if (factory == null) {
            throw new IllegalArgumentException(
                    "Unknown condition '" + function + "'; known are " + String.join(", ", known.keySet()) + ".");
        }
        ConditionArguments given = new ConditionArguments(function, arguments, thresholds);
        return given.make(factory.make(given));
    }

    /** The gripper holds the object, in a task with default thresholds. */
    public static Condition objectGrabbed(String object) {
        return objectGrabbed(object, EventThresholds.DEFAULT);
    }

    /** The gripper holds the object, closed as far as the task's thresholds say. */
    public static Condition objectGrabbed(String object, EventThresholds thresholds) {
        return create("object_grabbed", Map.of("object", object), thresholds);
    }

    /** The object lies in the container, released and at rest. */
    public static Condition objectPlacedInContainer(String object, String container) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("object", object);
        arguments.put("container", container);
        return create("object_placed_in_container", arguments);
    }

    private static Map<String, Factory> factories() {
        Map<String, Factory> all = new LinkedHashMap<>();
        all.put("object_grabbed", Conditions::grabbed);
        all.put("object_dropped", Conditions::dropped);
        SpatialRelations.all().forEach((name, relation) -> all.put("object_" + name, a -> related(a, name, relation)));
        for (String name : PLACEABLE) {
            SpatialRelations.Factory relation = SpatialRelations.all().get(name);
            all.put("object_placed_" + name, a -> placed(a, name, relation));
        }
        all.put("object_upright", Conditions::upright);
        all.put("object_at", Conditions::at);
        all.put("objects_stationary", Conditions::stationary);
        all.put("stacked", Conditions::stacked);
        all.put("objects_in_line", Conditions::inLine);
        return Collections.unmodifiableMap(all);
    }

    private static Predicate<Scene> grabbed(ConditionArguments arguments) {
        String object = arguments.object("object");
        double minFinger =
                arguments.number("min_finger_rad", arguments.thresholds().slightlyClosedRad());
        return scene -> scene.fingerPositionRad() >= minFinger && scene.gripperTouches(index(scene, object));
    }

    private static Predicate<Scene> dropped(ConditionArguments arguments) {
        String object = arguments.object("object");
        return scene -> !scene.gripperTouches(index(scene, object));
    }

    private static Predicate<Scene> related(
            ConditionArguments arguments, String name, SpatialRelations.Factory factory) {
        boolean container = name.equals("in_container") || name.equals("outside_of");
        String object = arguments.object("object");
        String reference = arguments.object(container ? "container" : "reference_object");
        SpatialRelations.Relation relation = factory.make(arguments);
        return scene -> relation.holds(scene, index(scene, object), index(scene, reference));
    }

    private static Predicate<Scene> placed(
            ConditionArguments arguments, String name, SpatialRelations.Factory factory) {
        Predicate<Scene> related = related(arguments, name, factory);
        String object = arguments.object("object");
        double maxSpeed = arguments.number("max_speed_m_s", MAX_PLACED_SPEED);
        double maxAngular = arguments.number("max_angular_speed_rad_s", MAX_PLACED_ANGULAR_SPEED);
        return scene -> related.test(scene)
                && !scene.robotTouches(index(scene, object))
                && slower(scene, index(scene, object), maxSpeed, maxAngular);
    }

    private static boolean slower(Scene scene, int object, double speed, double angular) {
        return scene.linearSpeed(object) < speed && scene.angularSpeed(object) < angular;
    }

    private static Predicate<Scene> upright(ConditionArguments arguments) {
        String object = arguments.object("object");
        double minCosine = Math.cos(arguments.number("tolerance_rad", 0.1));
        return scene -> scene.rotation(index(scene, object), 2, 2) >= minCosine;
    }

    private static Predicate<Scene> at(ConditionArguments arguments) {
        String object = arguments.object("object");
        double[] point = arguments.point("position");
        double tolerance = arguments.number("tolerance_m", 0.02);
        return scene -> {
            int index = index(scene, object);
            for (int axis = 0; axis < 3; axis++) {
                if (Math.abs(scene.position(index, axis) - point[axis]) > tolerance) {
                    return false;
                }
            }
            return true;
        };
    }

    private static Predicate<Scene> stationary(ConditionArguments arguments) {
        List<String> objects = arguments.objects("objects", 1);
        double maxSpeed = arguments.number("max_speed_m_s", 0.01);
        double maxAngular = arguments.number("max_angular_speed_rad_s", 0.1);
        return scene -> {
            for (int i = 0; i < objects.size(); i++) {
                if (!slower(scene, index(scene, objects.get(i)), maxSpeed, maxAngular)) {
                    return false;
                }
            }
            return true;
        };
    }

    private static Predicate<Scene> stacked(ConditionArguments arguments) {
        List<String> objects = arguments.objects("objects", 2);
        SpatialRelations.Relation onTop = SpatialRelations.all().get("on_top").make(arguments);
        return scene -> {
            for (int i = 1; i < objects.size(); i++) {
                int upper = index(scene, objects.get(i));
                if (!onTop.holds(scene, upper, index(scene, objects.get(i - 1)))) {
                    return false;
                }
            }
            return true;
        };
    }

    private static Predicate<Scene> inLine(ConditionArguments arguments) {
        List<String> objects = new ArrayList<>(arguments.objects("objects", 3));
        double tolerance = arguments.number("tolerance_m", 0.05);
        double minSpacing = arguments.number("min_spacing_m", 0.02);
        return scene -> Line.holds(scene, objects, tolerance, minSpacing);
    }

    /**
     * Where an object is in a scene.
     *
     * @throws IllegalArgumentException when it is not there
     */
    public static int index(Scene scene, String object) {
        int index = scene.objectNames().indexOf(object);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "The scene has no object '" + object + "'; it has " + String.join(", ", scene.objectNames()) + ".");
        }
        return index;
    }
}
