package io.github.roboreel.cli.replay;

import io.github.roboreel.cli.Arguments;
import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.Simulations;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.runner.replay.Replay;
import io.github.roboreel.runner.replay.ReplayRequest;
import io.github.roboreel.runner.replay.ReplayResult;
import io.github.roboreel.runner.replay.Tolerances;
import io.github.roboreel.tools.plot.EpisodeSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Carries out what a {@link ReplayCommand} asks for. */
final class ReplaySession {
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
        ReplayReport report = new ReplayReport(result);
        terminal.print(options.json ? report.json() : report.text());
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
        requireMode();
        Arguments.requireKnown("--env-config", options.envConfig, List.of(ReplayCommand.RECORDED, "current"));
        if (options.outputDir != null) {
            Arguments.requireAbsent(options.outputDir, "another --output-dir");
        }
        return new ReplayRequest(
                options.path,
                Arguments.checked(() -> EpisodeSelection.parse(options.episodes)),
                Optional.ofNullable(options.env).map(Simulations::named),
                options.envConfig.equals(ReplayCommand.RECORDED),
                options.tolerance.equals(ReplayCommand.EXACT)
                        ? Tolerances.EXACT
                        : Tolerances.read(Path.of(options.tolerance)),
                home.resolve("config"),
                Optional.ofNullable(options.outputDir));
    }

    private void requireMode() {
        if (options.mode.equals("states") || options.mode.startsWith("segments=")) {
            throw RoboReelException.badArgument(
                    "mode %s sets the simulation back to recorded states, which no simulation offers yet; replay with"
                            + " --mode actions",
                    options.mode);
        }
        Arguments.requireKnown("--mode", options.mode, List.of(ReplayCommand.ACTIONS));
    }
}
