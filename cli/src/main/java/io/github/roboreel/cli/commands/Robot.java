package io.github.roboreel.cli.commands;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.metrics.MetricConfig;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.MetricSets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds out which robot a command is about: the configuration, then its options. */
final class Robot {
    private Robot() {}

    static MetricSettings of(RobotOptions options, Path home) {
        return MetricConfig.robot(config(options, home));
    }

    /** The metric sets on the class path, for that robot. */
    static MetricSets metrics(RobotOptions options, Path home) {
        return MetricSets.onClassPath(config(options, home));
    }

    private static RecorderConfig config(RobotOptions options, Path home) {
        RecorderConfig.Builder builder = RecorderConfig.builder();
        Path standardFile = home.resolve("config").resolve("recorder.yaml");
        if (options.config != null) {
            builder.file(options.config);
        } else if (Files.exists(standardFile)) {
            builder.file(standardFile);
        }
        if (options.articulation != null) {
            builder.set(MetricConfig.ARTICULATION, options.articulation);
        }
        if (options.armJoints != null) {
            builder.set(MetricConfig.ARM_JOINTS, options.armJoints);
        }
        if (options.jointTargetColumns != null) {
            builder.set(MetricConfig.JOINT_TARGET_COLUMNS, options.jointTargetColumns);
        }
        return builder.build();
    }
}
