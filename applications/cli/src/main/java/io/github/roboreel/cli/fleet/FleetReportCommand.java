package io.github.roboreel.cli.fleet;

import io.github.roboreel.cli.base.ReportOptionsMixin;
import io.github.roboreel.cli.print.ReportPrinter;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.StepProgress;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.work.FleetReport;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fleet report}: {@code report} of many folders. */
@Command(
        name = "report",
        description = {
            "Show success rates, scores and metrics of the recorded episodes of all output folders.",
            "",
            "Tables are those of command report. They need every result line in one place, so threads of this process"
                    + " read them, whatever --master says."
        })
final class FleetReportCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;

    @Mixin
    FleetOptions fleet;

    @Mixin
    CatalogueOption catalogue;

    @Mixin
    ReportOptionsMixin options;

    FleetReportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Outcome call() throws IOException {
        ReportPrinter printer = options.printer(terminal);
        try (FleetSession session = new FleetSession(fleet.where);
                FleetReport results = read(session)) {
            return printer.print(results.sources());
        }
    }

    private FleetReport read(FleetSession session) throws IOException {
        try (StepProgress progress = StepProgress.of(terminal, fleet.quiet, "folders")) {
            List<FleetFolder> folders = catalogue.folders(session, fleet);
            progress.phase("results", folders.size());
            return FleetReport.read(session.storages(), folders, () -> progress.advanced(1));
        }
    }
}
