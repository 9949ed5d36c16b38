package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.RobotOptions;
import io.github.roboreel.cli.base.SourceOptions;
import io.github.roboreel.cli.base.StepProgress;
import io.github.roboreel.cli.base.WhereOption;
import io.github.roboreel.cli.base.WorkSession;
import io.github.roboreel.cli.export.ChoiceOptions;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.work.FleetCheck;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code check}: is everything there, and is it true? */
@Command(
        name = "check",
        description = {
            "Read everything in output folders and find what is missing, damaged or contradictory.",
            "",
            "A SOURCE may also be a run file. Of it, and where episodes are chosen, what these hold is checked against"
                    + " their lines, logs and videos, and a note says what was not looked at.",
            "",
            "Of several folders, one that cannot be read at all is a finding, and the others are still checked.",
            "",
            "Folders that RoboReel recorded are held to all that it promises, other recorders' to"
                    + " what they contain; their known habits are notes. Findings that differ"
                    + " in numbers only are shown once, with a count; --json lists all. Exit code 3"
                    + " when an error was found."
        })
final class CheckCommand extends CliCommand {
    @Mixin
    SourceOptions source;

    @Mixin
    ChoiceOptions chosen;

    @Mixin
    WhereOption where;

    @Mixin
    RobotOptions robot;

    @Option(
            names = "--replay",
            description = "Also replay every episode from its seed and actions, as command replay does: one that does"
                    + " not come out as recorded is an error, why others cannot be replayed is a note.")
    boolean replay;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    @Override
    public Outcome call() throws IOException {
        AuditPrinter printer = new AuditPrinter(terminal, json);
        RecorderConfig config = RobotOptions.Robot.settings(robot, home);
        EpisodeChoice choice = chosen.choiceOfAny();
        try (WorkSession session = source.open();
                StepProgress progress = source.progressBeside(terminal, json)) {
            List<FolderChoice> folders = folders(session, progress);
            if (replay) {
                requireLocal(folders);
            }
            progress.phase("check", folders.size());
            FleetCheck.run(
                    session.engine(),
                    session.settings(config),
                    folders,
                    choice,
                    (index, audited) -> {
                        if (folders.size() == 1 && !audited.isDone()) {
                            throw failed(audited.report().findings().get(0));
                        }
                        printer.print(
                                replay && audited.isDone()
                                        ? new ReplayAudit(home, folders.get(index), choice).extend(audited.report())
                                        : audited.report());
                    },
                    () -> progress.advanced(1));
        }
        Outcome outcome = printer.end();
        boolean isChosen = where.isGiven() || !choice.wantsAll();
        if (isChosen && outcome == Outcome.OK && printer.numEpisodes() == 0) {
            throw RoboReelException.badArgument("no episode passes the filters, so that none was checked; change them");
        }
        return outcome;
    }

    private List<FolderChoice> folders(WorkSession session, StepProgress progress) throws IOException {
        return where.isGiven()
                ? where.choices(session, source, progress)
                : source.foldersAndRuns(session).stream().map(FolderChoice::all).toList();
    }

    private static IOException failed(FileFault why) {
        return new IOException(Sentence.of("%s %s; %s", FileFault.name(why.file()), why.problem(), why.advice()));
    }

    private static void requireLocal(List<FolderChoice> choices) {
        for (FolderChoice chosen : choices) {
            FleetFolder folder = chosen.folder();
            if (!folder.location().isPath()) {
                throw RoboReelException.badArgument(
                        "episodes of %s cannot be replayed where they are; copy the folder, or leave --replay out",
                        folder.name());
            }
        }
    }
}
