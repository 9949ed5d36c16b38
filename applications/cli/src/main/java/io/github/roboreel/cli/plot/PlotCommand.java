package io.github.roboreel.cli.plot;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.FolderOperands;
import io.github.roboreel.cli.base.IntervalOption;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.RobotOptions;
import io.github.roboreel.cli.plot.Plots.PlotOptions;
import io.github.roboreel.cli.plot.Plots.PlotStyle;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recordings.episodes.EpisodeSelection;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plot}: pictures of output folders. */
@Command(
        name = "plot",
        description = {
            "Draw output folders as PNG, SVG or PDF pictures.",
            "",
            "success_rate: success rate of each task with its 95%% credible interval, of the kind that"
                    + " --interval names."
                    + " Of several folders, or policies with --by policy, there is a row each, and"
                    + " score_and_time shows the mean score and time of the successes."
                    + " <ENV>_paths: paths of the end effector from above and from the side, apart"
                    + " by verdict when they are many. <ENV>_episode_<n>_joints: joint positions"
                    + " against commands; _speed: speed of the end effector with its SPARC; _score:"
                    + " score over time with the events. Of several folders these names begin with"
                    + " the folder's. No picture is ever overwritten."
        })
public final class PlotCommand extends CliCommand {
    @Mixin
    FolderOperands folders;

    @Mixin
    RobotOptions robot;

    @Mixin
    IntervalOption interval;

    @Option(
            names = {"--out", "--output-dir"},
            paramLabel = "DIR",
            description = "Where the pictures go; must not hold any (default: FOLDER/plots, of several"
                    + " folders plots in the current one, or plots-2 and so on when that is"
                    + " taken).")
    Path outputDir;

    @Option(
            names = "--episodes",
            paramLabel = "LIST",
            description = "Episodes to draw: all, or numbers and ranges such as 0-3,7 (default: the first "
                    + EpisodeSelection.DEFAULT_PER_ENV
                    + " of each env).")
    String episodes;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "png",
            description = "png, svg or pdf (default ${DEFAULT-VALUE}).")
    String format;

    @Option(
            names = "--by",
            paramLabel = "SERIES",
            defaultValue = "folder",
            description = "What is compared: folder or policy (default ${DEFAULT-VALUE}).")
    String by;

    @Option(names = "--no-title", description = "Leave title and subtitle out of the pictures, for a caption to say.")
    boolean noTitle;

    @Option(names = "--json", description = "Print one JSON document that lists the pictures.")
    boolean json;

    @Override
    public Outcome call() throws IOException {
        PlotFormat fileFormat = Arguments.choice("format", format, PlotFormat.class);
        Comparison comparison = Arguments.choice("--by", by, Comparison.class);
        List<Path> paths = folders.paths();
        EpisodeSelection selection =
                episodes == null ? EpisodeSelection.first() : Arguments.checked(() -> EpisodeSelection.parse(episodes));
        PlotFolder target = target(paths, new PlotStyle(fileFormat, !noTitle));
        // Nothing is shown on a screen, and a server has no display to connect to.
        System.setProperty("java.awt.headless", "true");
        List<ResultFolder> sources = new ArrayList<>();
        for (Path path : paths) {
            sources.add(ResultFolder.open(path));
        }
        Plots.Drawn drawn = Plots.draw(
                sources,
                target,
                new PlotOptions(selection, comparison, interval.kind(), RobotOptions.Robot.of(robot, home)));
        print(drawn);
        drawn.notes().forEach(terminal::say);
        return ProblemLines.say(drawn.problems(), terminal);
    }

    private PlotFolder target(List<Path> paths, PlotStyle style) throws IOException {
        if (outputDir == null) {
            return PlotFolder.in(paths.size() == 1 ? paths.get(0) : Path.of(""), style);
        }
        try {
            return PlotFolder.at(outputDir, style);
        } catch (IllegalArgumentException e) {
            throw new RoboReelException(Kind.BAD_ARGUMENT, e.getMessage(), e);
        }
    }

    private void print(Plots.Drawn drawn) {
        List<String> files = drawn.folder().files().stream().map(Path::toString).toList();
        if (!json) {
            files.forEach(file -> terminal.out().print(DisplayText.oneLine(file) + "\n"));
            return;
        }
        JsonFields document = new JsonFields()
                .with("folder", drawn.folder().path().toString())
                .with("files", files)
                .with("notes", drawn.notes())
                .with("problems", ProblemLines.texts(drawn.problems()));
        terminal.out().print(Json.document(document));
    }
}
