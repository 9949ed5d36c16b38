package io.github.roboreel.cli.fleet;

import io.github.roboreel.cli.base.RobotOptions;
import io.github.roboreel.cli.print.MetricsPrinter;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.StepProgress;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.work.FleetMetrics;
import io.github.roboreel.fleet.work.FleetSettings;
import io.github.roboreel.fleet.work.MetricsOf;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fleet metrics}: {@code metrics} of many folders. */
@Command(
        name = "metrics",
        description = {
            "Compute the trajectory metrics of every stored episode of all output folders.",
            "",
            "Numbers are those of command metrics. A folder that cannot be read is named, and the others are still"
                    + " computed. On a cluster, metric sets of your own must be on the class path of its workers."
        })
final class FleetMetricsCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;
    private final Path home;

    @Mixin
    FleetOptions fleet;

    @Mixin
    CatalogueOption catalogue;

    @Mixin
    RobotOptions robot;

    @Option(
            names = "--write",
            description = "Put them into the results files, too, key by key, as command metrics does; not in stores.")
    boolean write;

    @Option(
            names = "--json",
            description = "Print one JSON object per line and episode, and a last one with the list"
                    + " \"problems\" of what was wrong with the files.")
    boolean json;

    FleetMetricsCommand(Terminal terminal, Path home) {
        this.terminal = terminal;
        this.home = home;
    }

    @Override
    public Outcome call() throws IOException {
        MetricsPrinter printer = new MetricsPrinter(terminal, json);
        List<FileFault> problems = new ArrayList<>();
        Consumer<MetricsOf> print = computed -> {
            printer.print(computed.episodes());
            computed.written().ifPresent(printer::say);
            problems.addAll(computed.problems());
        };
        try (FleetSession session = new FleetSession(fleet.where);
                StepProgress progress = fleet.progressBeside(terminal, false)) {
            List<FleetFolder> folders = catalogue.folders(session, fleet);
            progress.phase("metrics", folders.size());
            Engine engine = session.engine(folders.size());
            FleetSettings settings = session.settings(RobotOptions.Robot.settings(robot, home));
            if (write) {
                FleetMetrics.write(engine, settings, folders, print, () -> progress.advanced(1));
            } else {
                FleetMetrics.show(engine, settings, folders, print, () -> progress.advanced(1));
            }
        }
        printer.end(problems);
        return ProblemLines.say(problems, terminal);
    }
}
