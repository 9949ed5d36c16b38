package io.github.roboreel.cli.fleet;

import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.fleet.export.ExportOutcome;
import io.github.roboreel.fleet.export.FleetExport;
import io.github.roboreel.fleet.export.PlannedExport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fleet commit}: the last step of an export that many processes made. */
@Command(
        name = "commit",
        description = {
            "Make a dataset of the shards of a plan: count them, write the files about the dataset, give it its name.",
            "",
            "Refused while a shard is missing."
        })
final class FleetCommitCommand implements io.github.roboreel.cli.Command {
    private final Terminal terminal;

    @Parameters(paramLabel = "PLAN", description = "File that 'fleet plan' has written.")
    Path plan;

    @Option(
            names = "--conf",
            paramLabel = "NAME=VALUE",
            description = "Setting of Hadoop's storages (fs.*); given again, one more.")
    Map<String, String> settings = Map.of();

    @Option(names = "--json", description = "Print one JSON document about what was done.")
    boolean json;

    FleetCommitCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Outcome call() throws IOException {
        ExportOutcome outcome = new FleetExport(settings).commit(PlannedExport.read(plan));
        FleetExportReport report = new FleetExportReport(outcome);
        terminal.print(json ? report.json() : report.text());
        return ProblemLines.say(outcome.problems(), terminal);
    }
}
