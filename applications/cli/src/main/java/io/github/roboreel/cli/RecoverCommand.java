package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.LikeLines;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.RecoverySession;
import io.github.roboreel.cli.base.RobotOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code recover}: brings back what a dead recorder left. */
@Command(
        name = "recover",
        description = {
            "Bring back what a recorder that died has left: make its run files whole, with the steps that"
                    + " were staged, finish videos, re-create missing result lines.",
            "",
            "The originals stay until the new files have been read, and where something is missing they are"
                    + " kept as run_<i>.hdf5.damaged. Exit code 3 when a step that was acknowledged, an event or a"
                    + " result line could not be restored. Lines that differ in numbers only are shown once, with a count;"
                    + " --json lists all."
        })
final class RecoverCommand extends CliCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "FOLDER|FILE",
            description = "Output folders, or run files such as run_0.hdf5 in their env folders, each"
                    + " with its run's videos and the folder's result lines.")
    List<Path> targets;

    @ArgGroup
    Place place;

    /** Where whole run files are made. */
    static final class Place {
        @Option(
                names = "--in-place",
                description = "Complete the run files themselves, for a disk without room for new ones; refused where"
                        + " the file's own index does not agree with what is staged.")
        boolean inPlace;

        @Option(
                names = "--work-dir",
                paramLabel = "DIR",
                description = "Make and verify the new files in this folder, for example on another disk. Where the"
                        + " run's disk has no room for both, the new file stays there and is named.")
        Path workDir;
    }

    @Mixin
    RobotOptions robot;

    @Option(names = "--json", description = "Print one JSON array, an entry per target.")
    boolean json;

    @Override
    public String parting() {
        return "interrupted; what was there is still there; run recover again to resume";
    }

    @Override
    public Outcome call() throws IOException {
        RecoverySession session = RecoverySession.at(
                RobotOptions.Robot.metrics(robot, home),
                place != null && place.inPlace,
                place == null ? null : place.workDir,
                terminal);
        targets.forEach(RecoverySession::requireThere);
        for (Path target : targets) {
            session.recover(target);
        }
        terminal.out().print(json ? session.document() : session.text());
        LikeLines.fold(session.losses()).forEach(terminal::say);
        return session.isComplete() ? Outcome.OK : Outcome.DATA_LOST;
    }
}
