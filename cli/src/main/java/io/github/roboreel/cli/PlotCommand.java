package io.github.roboreel.cli;

import io.github.roboreel.tools.ResultFolder;
import io.github.roboreel.tools.plot.EpisodeSelection;
import io.github.roboreel.tools.plot.PlotFolder;
import io.github.roboreel.tools.plot.Plots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plot}: pictures of an output folder. */
@Command(
        name = "plot",
        description = {
            "Draw an output folder as PNG pictures.",
            "",
            "success_rate.png: success rate of each task with its 95%% credible interval, of the kind that"
                    + " --interval names."
                    + " <ENV>_paths.png: paths of the end effector from above and from the side."
                    + " <ENV>_episode_<n>_joints.png: joint positions against commands; _speed.png:"
                    + " speed of the end effector with its SPARC; _score.png: score over time with"
                    + " the events. No picture is ever overwritten."
        },
        optionListHeading = "%nOptions (names may be written with _ for -):%n")
final class PlotCommand implements io.github.roboreel.cli.Command {
    private final Terminal terminal;
    private final Path home;

    @Mixin FolderOperands folders;

    @Mixin RobotOptions robot;

    @Mixin IntervalOption interval;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description =
                    "Where the pictures go; must not hold any (default: FOLDER/plots, or plots-2"
                            + " and so on when that is taken).")
    Path outputDir;

    @Option(
            names = "--episodes",
            paramLabel = "LIST",
            description =
                    "Episodes to draw: all, or numbers and ranges such as 0-3,7 (default: the first "
                            + EpisodeSelection.DEFAULT_PER_ENV
                            + " of each env).")
    String episodes;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "png",
            description = "Only ${DEFAULT-VALUE}.")
    String format;

    @Option(names = "--json", description = "Print one JSON document that lists the pictures.")
    boolean json;

    PlotCommand(Terminal terminal, Path home) {
        this.terminal = terminal;
        this.home = home;
    }

    @Override
    public Outcome call() throws IOException {
        BadArgumentException.requireKnown("format", format, List.of("png"));
        Path path = onlyFolder();
        EpisodeSelection selection =
                episodes == null
                        ? EpisodeSelection.first()
                        : BadArgumentException.ifRefused(() -> EpisodeSelection.parse(episodes));
        PlotFolder target = target(path);
        // Nothing is shown on a screen, and a server has no display to connect to.
        System.setProperty("java.awt.headless", "true");
        Plots.Drawn drawn =
                Plots.draw(
                        ResultFolder.open(path),
                        target,
                        selection,
                        interval.kind(),
                        Robot.of(robot, home));
        print(drawn);
        drawn.notes().forEach(terminal::say);
        return ProblemLines.say(drawn.problems(), terminal);
    }

    private Path onlyFolder() {
        List<Path> paths = folders.paths();
        if (paths.size() > 1) {
            throw new BadArgumentException(
                    "plot draws one folder at a time, given "
                            + paths.size()
                            + "; name one of them");
        }
        return paths.get(0);
    }

    private PlotFolder target(Path path) throws IOException {
        if (outputDir == null) {
            return PlotFolder.in(path);
        }
        try {
            return PlotFolder.at(outputDir);
        } catch (IllegalArgumentException e) {
            throw new BadArgumentException(e.getMessage(), e);
        }
    }

    private void print(Plots.Drawn drawn) {
        List<String> files = drawn.folder().files().stream().map(Path::toString).toList();
        if (!json) {
            files.forEach(file -> terminal.out().print(DisplayText.oneLine(file) + "\n"));
            return;
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("folder", drawn.folder().path().toString());
        document.put("files", files);
        document.put("notes", drawn.notes());
        document.put("problems", drawn.problems().stream().map(p -> (Object) p.text()).toList());
        terminal.out().print(Json.document(document));
    }
}
