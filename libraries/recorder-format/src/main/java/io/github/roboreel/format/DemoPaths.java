package io.github.roboreel.format;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Paths in a run file: groups of demos, and below a demo the datasets that a recorder, a metric or an export knows by
 * name. Paths of datasets are relative to their demo and have no slash at either end.
 */
public final class DemoPaths {
    /** Group that holds the demos. */
    public static final String DATA = "data";

    /** What is commanded, (T, d), a row per step. */
    public static final String ACTIONS = "actions";

    /** Reward of each step, (T). */
    public static final String REWARDS = "rewards";

    /** Group of what the policy sees before each action. */
    public static final String OBS = "obs";

    /** Group of what the policy would see after the last action, a row each, named as in {@link #OBS}. */
    public static final String FINAL_OBS = "final_" + OBS;

    /** Group of the scene's state after each action. */
    public static final String STATES = "states";

    /** Group of the scene's state after the reset, a row each, named as in {@link #STATES}. */
    public static final String INITIAL_STATE = "initial_state";

    /** Group of the cameras' poses at the start, a row each. */
    public static final String INITIAL_EXTRINSICS = "initial_camera_extrinsics";

    /** Group of the articulations' states after each action, one group by name below it. */
    public static final String ARTICULATIONS = STATES + "/articulation";

    /** Position of the end effector, (T, 3), metres. */
    public static final String EE_POSITION = "ee_pose/position";

    /** Orientation of the end effector, (T, 4), quaternion w, x, y, z. */
    public static final String EE_ORIENTATION = "ee_pose/orientation";

    /** Velocity of the end effector, (T, 3), metres per second. */
    public static final String EE_LINEAR_VELOCITY = "ee_pose/linear_velocity";

    /** Angular velocity of the end effector, (T, 3), radians per second. */
    public static final String EE_ANGULAR_VELOCITY = "ee_pose/angular_velocity";

    /** Group of each object's box, (T, 8, 3), millimetres. */
    public static final String BBOX_MM = "bbox/bbox_mm";

    /** Group of each object's centre, (T, 3), metres. */
    public static final String BBOX_CENTROID = "bbox/centroid";

    /** Status code of the active subtask, (T). */
    public static final String SUBTASK_STATUS = "subtask/status";

    /** Subtasks completed so far, (T). */
    public static final String SUBTASK_COMPLETED = "subtask/completed";

    /** Score so far, 0 to 1, (T). */
    public static final String SUBTASK_SCORE = "subtask/score";

    /** Simulated time after each step, (T), seconds. */
    public static final String SIM_TIME = "timestamps/sim_time_s";

    /** Wall clock at each step, (T), nanoseconds since 1970. */
    public static final String WALL_TIME = "timestamps/wall_time_ns";

    private static final String DEMO = "demo_";
    private static final Pattern DEMO_NAME = Pattern.compile(DEMO + "(\\d{1,9})");

    private static final List<String> ROTATIONS = List.of("orientation", "quat", "rot", "pose");

    private DemoPaths() {}

    /**
     * Name of a demo's group below {@link #DATA}.
     *
     * @param number the env; in a legacy file the episode
     */
    public static String demo(int number) {
        return DEMO + number;
    }

    /** The number in a demo's name; empty when it is no demo's name. */
    public static OptionalInt demoNumber(String name) {
        Matcher matcher = DEMO_NAME.matcher(name);
        return matcher.matches() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }

    /** Path of a demo's group in the file. */
    public static String inData(String demo) {
        return in(DATA, demo);
    }

    /** Path of what has a name in a group. */
    public static String in(String group, String name) {
        return group + "/" + name;
    }

    /** Whether a path leads below a group. */
    public static boolean isIn(String group, String path) {
        return path.length() > group.length() && path.charAt(group.length()) == '/' && path.startsWith(group);
    }

    /** A path as seen from the group that it leads below. */
    public static String below(String group, String path) {
        return path.substring(group.length() + 1);
    }

    /** Whether the last name of a path says that it holds a rotation: orientation, quat, rot or pose. */
    public static boolean namesRotation(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return ROTATIONS.stream().anyMatch(name::contains);
    }

    /** Names on a path, in order; empty ones and {@code .} lead nowhere else and are left out. */
    public static List<String> names(String path) {
        return Arrays.stream(path.split("/"))
                .filter(name -> !name.isEmpty() && !name.equals("."))
                .toList();
    }

    /** Path of the row before the first step that belongs to a dataset below {@link #STATES}. */
    public static String initialOf(String statePath) {
        return in(INITIAL_STATE, below(STATES, statePath));
    }

    /** Path of the state after each action that is named as a dataset below {@link #OBS}. */
    public static String stateOf(String obsPath) {
        return in(STATES, below(OBS, obsPath));
    }

    /** Path of the row after the last action that belongs to a per-step dataset, below {@link #OBS} as a rule. */
    public static String finalOf(String stepPath) {
        return "final_" + stepPath;
    }

    /** Path of the per-step dataset that one below {@link #FINAL_OBS} belongs to; any other path as it is. */
    public static String obsOf(String path) {
        return isIn(FINAL_OBS, path) ? in(OBS, below(FINAL_OBS, path)) : path;
    }
}
