package io.github.roboreel.cli.replay;

import io.github.roboreel.cli.Arguments;
import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.runner.replay.Replay;
import io.github.roboreel.runner.replay.ReplayRequest;
import io.github.roboreel.runner.replay.ReplayResult;
import io.github.roboreel.runner.replay.Tolerances;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.tools.plot.EpisodeSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
public final class ReplayCommand implements io.github.roboreel.cli.Command {
    private static final String ACTIONS = "actions";
    private static final String RECORDED = "recorded";
    private static final String EXACT = "exact";

    private final Terminal terminal;
    private final Path home;

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
            description = "What is replayed: actions, open loop from the start (default ${DEFAULT-VALUE}).")
    String mode;

    @Option(
            names = "--env-config",
            paramLabel = "WHICH",
            defaultValue = RECORDED,
            description = "The task: recorded, as env_cfg.json has it, or current, as its file is today (default"
                    + " ${DEFAULT-VALUE}). What differs is named.")
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
                    + " replay/drift.")
    Path outputDir;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    public ReplayCommand(Terminal terminal, Path home) {
        this.terminal = terminal;
        this.home = home;
    }

    @Override
    public Outcome call() throws IOException {
        ReplayResult result = Replay.of(request());
        ReplayReport report = new ReplayReport(result);
        terminal.print(json ? report.json() : report.text());
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
        requireMode();
        Arguments.requireKnown("--env-config", envConfig, List.of(RECORDED, "current"));
        if (outputDir != null) {
            Arguments.requireAbsent(outputDir, "another --output-dir");
        }
        return new ReplayRequest(
                path,
                Arguments.checked(() -> EpisodeSelection.parse(episodes)),
                simulation(),
                envConfig.equals(RECORDED),
                tolerance.equals(EXACT) ? Tolerances.EXACT : Tolerances.read(Path.of(tolerance)),
                home.resolve("config"),
                Optional.ofNullable(outputDir));
    }

    private void requireMode() {
        if (mode.equals("states") || mode.startsWith("segments=")) {
            throw RoboReelException.badArgument(
                    "mode %s sets the simulation back to recorded states, which no simulation offers yet; replay with"
                            + " --mode actions",
                    mode);
        }
        Arguments.requireKnown("--mode", mode, List.of(ACTIONS));
    }

    private Optional<SimulationProvider> simulation() {
        if (env == null) {
            return Optional.empty();
        }
        List<SimulationProvider> all = SimulationProvider.all();
        Arguments.requireKnown(
                "env", env, all.stream().map(SimulationProvider::name).toList());
        return all.stream().filter(provider -> provider.name().equals(env)).findFirst();
    }
}
