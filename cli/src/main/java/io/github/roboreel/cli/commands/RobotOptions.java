package io.github.roboreel.cli.commands;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that say what the robot's datasets mean; they override the configuration. */
final class RobotOptions {
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
}
