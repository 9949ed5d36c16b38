package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code replay}: simulates recorded episodes again and says where they drift from the recording. */
@Command(
        name = "replay",
        description = {
            "Simulate recorded episodes again from their seeds and actions, and compare every field, step by step.",
            "",
            "Each episode is replayed alone. Drift is in the field's unit; of quaternions it is the angle between"
                    + " them, of angles the short way round. Flags and counts must be equal, and so must status,"
                    + " success, score, steps and events. Steps count from 1; step 0 is the start. Exit code 0 when"
                    + " all episodes are the recorded ones, 3 when one diverged, 1 when one cannot be replayed."
        })
final class ReplayCommand extends CliCommand {
    static final String ACTIONS = "actions";
    static final String RECORDED = "recorded";
    static final String EXACT = "exact";

    @Parameters(paramLabel = "RUN.hdf5|FOLDER", description = "A run file in its env folder, or an output folder.")
    Path path;

    @Option(
            names = "--episodes",
            paramLabel = "LIST",
            defaultValue = "all",
            description = "Episodes to replay: all, or numbers and ranges such as 0-3,7 (default ${DEFAULT-VALUE}).")
    String episodes;

    @Option(
            names = "--env",
            paramLabel = "NAME",
            description = "What simulates (default: what the recording's configuration names).")
    String env;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = ACTIONS,
            description = "What is replayed: actions, open loop from the start; states, each action from the recorded"
                    + " state before it, so that drift is one step's error; segments=K, from the recorded state every K"
                    + " steps (default ${DEFAULT-VALUE}). The last two need a simulation that can be set to a state.")
    String mode;

    @Option(
            names = "--env-config",
            paramLabel = "recorded|current|FILE",
            defaultValue = RECORDED,
            description = "The task: recorded, as env_cfg.json has it, or current, as its file is today; a path where"
                    + " that is not in the installation (default ${DEFAULT-VALUE}). What differs is named.")
    String envConfig;

    @Option(
            names = "--tolerance",
            paramLabel = "exact|FILE",
            defaultValue = EXACT,
            description = "How much may differ: exact, or a YAML file with a number for each pattern of fields, or for"
                    + " each of their units (default ${DEFAULT-VALUE}).")
    String tolerance;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "Record the replay into this new folder, an episode per run, with the drift of each field in"
                    + " replay/drift and replay_drift.png, and a video of both where the viewport was recorded.")
    Path outputDir;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    @Override
    public Outcome call() throws IOException {
        return new ReplaySession(this, home, terminal).run();
    }
}
