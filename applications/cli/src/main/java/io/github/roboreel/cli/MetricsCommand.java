package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.RobotOptions;
import io.github.roboreel.cli.base.SourceOptions;
import io.github.roboreel.cli.base.StepProgress;
import io.github.roboreel.cli.base.WorkSession;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.work.FleetMetrics;
import io.github.roboreel.fleet.work.FleetSettings;
import io.github.roboreel.fleet.work.MetricsOf;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
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
                    + " --plugin; on a cluster it must be on the class path of its workers. Without it their"
                    + " stored values are shown, and a note says so.",
            "",
            "A folder that cannot be read is named, and the others are still computed."
        })
final class MetricsCommand extends CliCommand {
    @Mixin
    SourceOptions source;

    @Mixin
    RobotOptions robot;

    @Option(
            names = "--write",
            description = "Put them into the results file, too, key by key; metrics of other sets and all"
                    + " else in it stay, and the file as it was is kept beside it. Not in stores.")
    boolean write;

    @Option(
            names = "--json",
            description = "Print one JSON object per line and episode, and a last one with the list"
                    + " \"problems\" of what was wrong with the files.")
    boolean json;

    @Override
    public Outcome call() throws IOException {
        MetricsPrinter printer = new MetricsPrinter(terminal, json);
        RecorderConfig config = RobotOptions.Robot.settings(robot, home);
        List<FileFault> problems = new ArrayList<>();
        List<String> done = new ArrayList<>();
        Consumer<MetricsOf> print = computed -> {
            if (computed.isDone()) {
                done.add(computed.folder());
            }
            printer.print(computed.episodes());
            computed.written().ifPresent(printer::say);
            problems.addAll(computed.problems());
        };
        try (WorkSession session = source.open();
                StepProgress progress = source.progressBeside(terminal, false)) {
            List<FleetFolder> folders = source.folders(session);
            progress.phase("metrics", folders.size());
            FleetSettings settings = session.settings(config);
            if (write) {
                FleetMetrics.write(session.engine(), settings, folders, print, () -> progress.advanced(1));
            } else {
                FleetMetrics.show(session.engine(), settings, folders, print, () -> progress.advanced(1));
            }
        }
        printer.end(problems);
        Outcome said = ProblemLines.say(problems, terminal);
        return done.isEmpty() ? Outcome.FAILED : said;
    }
}
