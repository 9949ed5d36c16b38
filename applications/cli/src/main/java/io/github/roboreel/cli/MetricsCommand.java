package io.github.roboreel.cli;

import io.github.roboreel.cli.base.FolderOperands;
import io.github.roboreel.cli.base.RobotOptions;
import io.github.roboreel.cli.print.MetricsPrinter;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code metrics}: recomputes the metrics of stored episodes. */
@Command(
        name = "metrics",
        description = {
            "Compute the trajectory metrics of every stored episode from its run file.",
            "",
            "A dash (in JSON null) stands where there is no value: a dataset that the metric needs"
                    + " is missing, a joint did not move, the actions are no joint targets. An"
                    + " episode of fewer than 3 steps has no metrics. A metric without any value has no column.",
            "",
            "Metric sets of your own (EpisodeMetricSetProvider) take part when their jar is given by"
                    + " --plugin. Without it their stored values are shown, and a note says so."
        })
final class MetricsCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;
    private final Path home;

    @Mixin
    FolderOperands folders;

    @Mixin
    RobotOptions robot;

    @Option(
            names = "--write",
            description = "Put them into the results file, too, key by key; metrics of other sets and all"
                    + " else in it stay, and the file as it was is kept beside it.")
    boolean write;

    @Option(
            names = "--json",
            description = "Print one JSON object per line and episode, and a last one with the list"
                    + " \"problems\" of what was wrong with the files.")
    boolean json;

    MetricsCommand(Terminal terminal, Path home) {
        this.terminal = terminal;
        this.home = home;
    }

    @Override
    public Outcome call() throws IOException {
        List<Path> paths = folders.paths();
        MetricsPrinter printer = new MetricsPrinter(terminal, json);
        MetricsSession session = new MetricsSession(RobotOptions.Robot.metrics(robot, home), printer);
        List<FileFault> problems = new ArrayList<>();
        for (Path path : paths) {
            problems.addAll(write ? session.write(path) : session.show(path));
        }
        printer.end(problems);
        return ProblemLines.say(problems, terminal);
    }
}
