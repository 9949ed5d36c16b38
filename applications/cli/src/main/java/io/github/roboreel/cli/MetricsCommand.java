package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.RobotOptions;
import io.github.roboreel.cli.base.Screen;
import io.github.roboreel.cli.base.SourceOptions;
import io.github.roboreel.cli.base.StepProgress;
import io.github.roboreel.cli.base.TableView;
import io.github.roboreel.cli.base.WorkSession;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.work.FleetMetrics;
import io.github.roboreel.fleet.work.FleetSettings;
import io.github.roboreel.fleet.work.MetricsOf;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.recompute.MetricsJson;
import io.github.roboreel.tools.recompute.MetricsRow;
import io.github.roboreel.tools.recompute.MetricsTable;
import io.github.roboreel.tools.recompute.MetricsWriter;
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
        RecorderConfig config = RobotOptions.Robot.settings(robot, home);
        List<FileFault> problems = new ArrayList<>();
        List<String> done = new ArrayList<>();
        Consumer<MetricsOf> print = computed -> {
            if (computed.isDone()) {
                done.add(computed.folder());
            }
            print(computed.episodes());
            computed.written().ifPresent(this::say);
            problems.addAll(computed.problems());
        };
        try (WorkSession session = source.open();
                StepProgress progress = source.progressBeside(terminal, false)) {
            List<FleetFolder> folders = source.folders(session);
            progress.phase("metrics", folders.size());
            FleetSettings settings = session.settings(config);
            FleetMetrics.run(session.engine(), settings, folders, write, print, () -> progress.advanced(1));
        }
        if (json) {
            terminal.out().print(MetricsJson.line(problems) + "\n");
        }
        Outcome said = ProblemLines.say(problems, terminal);
        return done.isEmpty() ? Outcome.FAILED : said;
    }

    /** Prints the metrics of a folder. */
    private void print(List<MetricsRow> episodes) {
        if (json) {
            episodes.forEach(episode -> terminal.out().print(MetricsJson.line(episode) + "\n"));
            return;
        }
        TableView view = new TableView(Screen.of(terminal));
        MetricsTable.of(episodes)
                .forEach(table ->
                        terminal.out().print(DisplayText.oneLine(table.title()) + "\n" + view.of(table) + "\n"));
    }

    private void say(MetricsWriter.Written written) {
        terminal.say(written.setAside()
                .map(aside -> Sentence.of(
                        "wrote the metrics of %s lines of %s; the file as it was is %s",
                        written.linesWritten(), written.results(), aside))
                .orElse("nothing to change in " + written.results()));
    }
}
