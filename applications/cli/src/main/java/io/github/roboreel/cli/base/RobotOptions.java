package io.github.roboreel.cli.base;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.metrics.MetricConfig;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.MetricSets;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that say what the robot's datasets mean; they override the configuration. */
public final class RobotOptions {
    @Option(
            names = "--articulation",
            paramLabel = "NAME",
            description = "Name of the robot below states/articulation; overrides the configuration.")
    String articulation;

    @Option(
            names = "--arm-joints",
            paramLabel = "N",
            converter = PositiveNumber.class,
            description = "Arm joints, the first columns of the joint state; overrides likewise.")
    Integer armJoints;

    @Option(
            names = "--joint-target-columns",
            paramLabel = "COLUMNS",
            description =
                    "Columns of actions that are joint targets: auto, none, or 0-6 or 0,1,2;" + " overrides likewise.")
    String jointTargetColumns;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings of the recorder (default: config/recorder.yaml).")
    Path config;

    /** What the recorder makes of them: apart, so that parsing them loads nothing of it. */
    public static final class Robot {
        private Robot() {}

        /** The robot that the configuration describes, as far as the options do not override it. */
        public static MetricSettings of(RobotOptions options, Path home) {
            return MetricConfig.robot(settings(options, home));
        }

        /** The metric sets on the class path, for that robot. */
        public static MetricSets metrics(RobotOptions options, Path home) {
            return MetricSets.onClassPath(settings(options, home));
        }

        /** All settings, as far as the options do not override them. */
        public static RecorderConfig settings(RobotOptions options, Path home) {
            RecorderConfig.Builder builder = GivenSettings.builder(options.config, home);
            GivenSettings.override(builder, MetricConfig.ARTICULATION, options.articulation);
            GivenSettings.override(builder, MetricConfig.ARM_JOINTS, options.armJoints);
            GivenSettings.override(builder, MetricConfig.JOINT_TARGET_COLUMNS, options.jointTargetColumns);
            return builder.build();
        }
    }
}
