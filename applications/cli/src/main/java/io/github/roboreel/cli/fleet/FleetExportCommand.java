package io.github.roboreel.cli.fleet;

import io.github.roboreel.cli.base.BreakableProgress;
import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.export.FormatOptions;
import io.github.roboreel.cli.ui.NewFile;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.StepProgress;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.fleet.export.ExportOutcome;
import io.github.roboreel.fleet.export.ExportRequest;
import io.github.roboreel.fleet.export.FleetExport;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.export.PlannedExport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** {@code fleet export FORMAT} and {@code fleet plan FORMAT}: the same up to the plan. */
final class FleetExportCommand implements io.github.roboreel.cli.base.Command {
    private static final String PLAN_FILE = "--plan";

    private final DatasetFormat format;
    private final boolean isPlanOnly;
    private final Terminal terminal;
    private final Interruption interruption;
    private CommandSpec command;
    private FormatOptions own;

    @Mixin
    FleetOptions fleet;

    @Mixin
    CatalogueOptions catalogue;

    @Mixin
    FleetExportOptions export;

    @Option(names = "--json", description = "Print one JSON document about what was done.")
    boolean json;

    private FleetExportCommand(DatasetFormat format, boolean isPlanOnly, Terminal terminal, Interruption interruption) {
        this.format = format;
        this.isPlanOnly = isPlanOnly;
        this.terminal = terminal;
        this.interruption = interruption;
    }

    /** The command that makes the dataset. */
    static CommandLine exporting(DatasetFormat format, Terminal terminal, Interruption interruption) {
        return of(new FleetExportCommand(format, false, terminal, interruption));
    }

    /** The command that writes the plan for others. */
    static CommandLine planning(DatasetFormat format, Terminal terminal, Interruption interruption) {
        FleetExportCommand command = new FleetExportCommand(format, true, terminal, interruption);
        CommandLine line = of(command);
        command.command.addOption(OptionSpec.builder("-o", PLAN_FILE)
                .type(Path.class)
                .paramLabel("FILE")
                .required(true)
                .description("New file for the plan, which 'fleet run' and 'fleet commit' take.")
                .build());
        return line;
    }

    private static CommandLine of(FleetExportCommand command) {
        CommandLine line = new CommandLine(command);
        command.command = line.getCommandSpec().name(command.format.name());
        command.command.usageMessage().description(command.format.description());
        command.own = FleetExportOptions.addTo(command.command, command.format);
        return line;
    }

    @Override
    public String parting() {
        return "interrupted before it was done; run the same command again to resume";
    }

    @Override
    public Outcome call() throws IOException {
        ExportRequest request = export.request(format, own);
        Optional<NewFile> planFile = isPlanOnly
                ? Optional.of(NewFile.requireNew(command.findOption(PLAN_FILE).getValue()))
                : Optional.empty();
        // Pictures are encoded, none is shown, and a server has no display to connect to.
        System.setProperty("java.awt.headless", "true");
        return interruption.breakable(() -> {
            try (FleetSession session = new FleetSession(fleet.where);
                    StepProgress shown = StepProgress.of(terminal, fleet.quiet, "tasks")) {
                List<FolderChoice> folders = catalogue.folders(session, fleet);
                ExportProgress progress = new BreakableProgress(shown, interruption);
                FleetExport work = new FleetExport(session.settings());
                return planFile.isPresent()
                        ? plan(work, request, folders, session, progress, planFile.get())
                        : export(work, request, folders, session, progress);
            }
        });
    }

    private Outcome plan(
            FleetExport work,
            ExportRequest request,
            List<FolderChoice> folders,
            FleetSession session,
            ExportProgress progress,
            NewFile file)
            throws IOException {
        PlannedExport plan = work.plan(request, folders, session.engine(folders.size()), progress);
        file.write(plan.text());
        terminal.print(json ? FleetExportReport.json(plan, file.path()) : FleetExportReport.text(plan, file.path()));
        return ProblemLines.say(plan.faults(), terminal);
    }

    private Outcome export(
            FleetExport work,
            ExportRequest request,
            List<FolderChoice> folders,
            FleetSession session,
            ExportProgress progress)
            throws IOException {
        ExportOutcome outcome = work.export(request, folders, session.engine(folders.size()), progress);
        FleetExportReport report = new FleetExportReport(outcome);
        terminal.print(json ? report.json() : report.text());
        return ProblemLines.say(outcome.problems(), terminal);
    }
}
