package io.github.roboreel.recorder.metrics;

import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import java.util.List;
import java.util.regex.Pattern;

/** Settings of the metrics; documented with units in {@code config/recorder.yaml}. */
public final class MetricConfig {
    /** Name of the robot below {@code states/articulation}. */
    public static final Setting<String> ARTICULATION = Setting.text(
            "metrics.articulation",
            "robot",
            Pattern.compile("[^/\\s]([^/]*[^/\\s])?"),
            "the name of a group below states/articulation, such as robot");

    /** Number of arm joints, the first columns of the joint state. */
    public static final Setting<Integer> ARM_JOINTS = Setting.integer("metrics.arm_joints", 7, 1, 1000);

    /** Which columns of {@code actions} are the targets of the arm joints. */
    public static final Setting<String> JOINT_TARGET_COLUMNS = Setting.text(
            "metrics.joint_target_columns",
            JointTargetColumns.AUTO,
            JointTargetColumns.PATTERN,
            JointTargetColumns.LEGAL);

    /** All of them. */
    public static final List<Setting<?>> ALL = List.of(ARTICULATION, ARM_JOINTS, JOINT_TARGET_COLUMNS);

    private MetricConfig() {}

    /**
     * The robot that a configuration describes.
     *
     * @throws ConfigException when the settings contradict each other
     */
    public static MetricSettings robot(RecorderConfig config) {
        try {
            return MetricSettings.parse(
                    config.get(ARTICULATION), config.get(ARM_JOINTS), config.get(JOINT_TARGET_COLUMNS));
        } catch (IllegalArgumentException e) {
            throw new ConfigException("metrics", e.getMessage(), e);
        }
    }
}
