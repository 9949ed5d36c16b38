package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.Simulations;
import io.github.roboreel.cli.plot.DriftPlot;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.episodes.EpisodeSelection;
import io.github.roboreel.runner.replay.Replay;
import io.github.roboreel.runner.replay.ReplayOutput;
import io.github.roboreel.runner.replay.ReplayRequest;
import io.github.roboreel.runner.replay.ReplayResult;
import io.github.roboreel.runner.replay.Tolerances;
import io.github.roboreel.simulation.SimulationProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final String ACTIONS = "actions";
    private static final String RECORDED = "recorded";
    private static final String EXACT = "exact";
    private static final String STATES = "states";
    private static final Pattern SEGMENTS = Pattern.compile("segments=([1-9]\\d{0,5})");

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
        ReplayResult result = Replay.of(request());
        if (result.isEmpty()) {
            throw RoboReelException.badArgument(
                    "%s holds no episode to replay; give another, or other --episodes", path);
        }
        ReplayReport report = new ReplayReport(result);
        terminal.print(json ? report.json() : report.text());
        result.provenance().forEach(terminal::say);
        ProblemLines.say(result.problems(), terminal);
        if (result.hasDiverged()) {
            return Outcome.DATA_LOST;
        }
        return result.isComplete() ? Outcome.OK : Outcome.FAILED;
    }

    private ReplayRequest request() {
        if (!Files.exists(path)) {
            throw RoboReelException.badArgument("there is no %s; give a run file or an output folder", path);
        }
        requireKnownConfig();
        if (outputDir != null) {
            Arguments.requireAbsent(outputDir, "another --output-dir");
        }
        EpisodeSelection selection = Arguments.checked(() -> EpisodeSelection.parse(episodes));
        return new ReplayRequest(
                path,
                episode -> selection.includes(episode.episode()),
                new ReplayRequest.World(
                        Optional.ofNullable(env).map(Simulations::named),
                        envConfig.equals(RECORDED),
                        Optional.of(envConfig).filter(SimulationProvider::isTaskFile),
                        home.resolve("config")),
                restoreEvery(),
                tolerance.equals(EXACT) ? Tolerances.EXACT : Tolerances.read(Path.of(tolerance)),
                Optional.ofNullable(outputDir).map(folder -> new ReplayOutput(folder, new DriftPlot())));
    }

    private void requireKnownConfig() {
        if (SimulationProvider.isTaskFile(envConfig)) {
            if (!Files.isRegularFile(Path.of(envConfig))) {
                throw RoboReelException.badArgument("--env-config: there is no task file %s; give another", envConfig);
            }
        } else {
            Arguments.requireKnown("--env-config", envConfig, List.of(RECORDED, "current"));
        }
    }

    /** 0 for never. */
    private int restoreEvery() {
        Matcher segments = SEGMENTS.matcher(mode);
        if (segments.matches()) {
            return Integer.parseInt(segments.group(1));
        }
        if (mode.startsWith("segments")) {
            throw RoboReelException.badArgument(
                    "--mode '%s': expected segments=K, with a number of steps from 1 to 999999", mode);
        }
        Arguments.requireKnown("--mode", mode, List.of(ACTIONS, STATES, "segments=K"));
        return mode.equals(STATES) ? 1 : 0;
    }
}
