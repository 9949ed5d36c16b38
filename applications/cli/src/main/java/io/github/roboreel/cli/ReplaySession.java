package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.Simulations;
import io.github.roboreel.cli.base.Terminal;
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

/** Carries out what a {@link ReplayCommand} asks for. */
final class ReplaySession {
    private static final String STATES = "states";
    private static final Pattern SEGMENTS = Pattern.compile("segments=([1-9]\\d{0,5})");

    private final ReplayCommand options;
    private final Path home;
    private final Terminal terminal;

    ReplaySession(ReplayCommand options, Path home, Terminal terminal) {
        this.options = options;
        this.home = home;
        this.terminal = terminal;
    }

    Outcome run() throws IOException {
        ReplayResult result = Replay.of(request());
        if (result.isEmpty()) {
            throw RoboReelException.badArgument(
                    "%s holds no episode to replay; give another, or other --episodes", options.path);
        }
        ReplayReport report = new ReplayReport(result);
        terminal.print(options.json ? report.json() : report.text());
        result.provenance().forEach(terminal::say);
        ProblemLines.say(result.problems(), terminal);
        if (result.hasDiverged()) {
            return Outcome.DATA_LOST;
        }
        return result.isComplete() ? Outcome.OK : Outcome.FAILED;
    }

    private ReplayRequest request() {
        if (!Files.exists(options.path)) {
            throw RoboReelException.badArgument("there is no %s; give a run file or an output folder", options.path);
        }
        requireKnownConfig();
        if (options.outputDir != null) {
            Arguments.requireAbsent(options.outputDir, "another --output-dir");
        }
        EpisodeSelection selection = Arguments.checked(() -> EpisodeSelection.parse(options.episodes));
        return new ReplayRequest(
                options.path,
                episode -> selection.includes(episode.episode()),
                new ReplayRequest.World(
                        Optional.ofNullable(options.env).map(Simulations::named),
                        options.envConfig.equals(ReplayCommand.RECORDED),
                        Optional.of(options.envConfig).filter(SimulationProvider::isTaskFile),
                        home.resolve("config")),
                restoreEvery(),
                options.tolerance.equals(ReplayCommand.EXACT)
                        ? Tolerances.EXACT
                        : Tolerances.read(Path.of(options.tolerance)),
                Optional.ofNullable(options.outputDir).map(folder -> new ReplayOutput(folder, new DriftPlot())));
    }

    private void requireKnownConfig() {
        if (SimulationProvider.isTaskFile(options.envConfig)) {
            if (!Files.isRegularFile(Path.of(options.envConfig))) {
                throw RoboReelException.badArgument(
                        "--env-config: there is no task file %s; give another", options.envConfig);
            }
        } else {
            Arguments.requireKnown("--env-config", options.envConfig, List.of(ReplayCommand.RECORDED, "current"));
        }
    }

    /** 0 for never. */
    private int restoreEvery() {
        Matcher segments = SEGMENTS.matcher(options.mode);
        if (segments.matches()) {
            return Integer.parseInt(segments.group(1));
        }
        if (options.mode.startsWith("segments")) {
            throw RoboReelException.badArgument(
                    "--mode '%s': expected segments=K, with a number of steps from 1 to 999999", options.mode);
        }
        Arguments.requireKnown("--mode", options.mode, List.of(ReplayCommand.ACTIONS, STATES, "segments=K"));
        return options.mode.equals(STATES) ? 1 : 0;
    }
}
