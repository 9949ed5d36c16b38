package io.github.roboreel.cli;

import io.github.roboreel.cli.base.FolderOperands;
import io.github.roboreel.cli.base.RobotOptions;
import io.github.roboreel.cli.print.AuditPrinter;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code check}: is everything there, and is it true? */
@Command(
        name = "check",
        description = {
            "Read everything in output folders and find what is missing, damaged or contradictory.",
            "",
            "Folders that RoboReel recorded are held to all that it promises, other recorders' to"
                    + " what they contain; their known habits are notes. Findings that differ"
                    + " in numbers only are shown once, with a count; --json lists all. Exit code 3"
                    + " when an error was found."
        })
final class CheckCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;
    private final Path home;

    @Mixin
    FolderOperands folders;

    @Mixin
    RobotOptions robot;

    @Option(
            names = "--replay",
            description = "Also replay every episode from its seed and actions, as command replay does: one that does"
                    + " not come out as recorded is an error, why others cannot be replayed is a note.")
    boolean replay;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    CheckCommand(Terminal terminal, Path home) {
        this.terminal = terminal;
        this.home = home;
    }

    @Override
    public Outcome call() throws IOException {
        AuditPrinter printer = new AuditPrinter(terminal, json);
        FolderAudit audit = new FolderAudit(RobotOptions.Robot.of(robot, home));
        for (Path folder : folders.paths()) {
            AuditReport audited = audit.audit(folder);
            printer.print(replay ? new ReplayAudit(home).extend(audited) : audited);
        }
        return printer.end();
    }
}
