package io.github.roboreel.cli.fleet;

import io.github.roboreel.cli.base.RobotOptions;
import io.github.roboreel.cli.print.AuditPrinter;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.StepProgress;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.work.FleetCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fleet check}: {@code check} of many folders. */
@Command(
        name = "check",
        description = {
            "Read everything in all output folders and find what is missing, damaged or contradictory.",
            "",
            "Findings are those of command check. A folder that cannot be read at all is one of them, and the others are"
                    + " still checked. Exit code 3 when an error was found."
        })
final class FleetCheckCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;
    private final Path home;

    @Mixin
    FleetOptions fleet;

    @Mixin
    CatalogueOption catalogue;

    @Mixin
    RobotOptions robot;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    FleetCheckCommand(Terminal terminal, Path home) {
        this.terminal = terminal;
        this.home = home;
    }

    @Override
    public Outcome call() throws IOException {
        AuditPrinter printer = new AuditPrinter(terminal, json);
        try (FleetSession session = new FleetSession(fleet.where);
                StepProgress progress = fleet.progressBeside(terminal, json)) {
            List<FleetFolder> folders = catalogue.folders(session, fleet);
            progress.phase("check", folders.size());
            FleetCheck.run(
                    session.engine(folders.size()),
                    session.settings(RobotOptions.Robot.settings(robot, home)),
                    folders,
                    printer::print,
                    () -> progress.advanced(1));
        }
        return printer.end();
    }
}
