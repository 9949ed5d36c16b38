package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.RecoverySession;
import io.github.roboreel.tools.compact.FolderCompaction;
import io.github.roboreel.tools.compact.FolderCompaction.FolderCompactionReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compact}: takes the dead space out of run files. */
@Command(
        name = "compact",
        description = {
            "Take the dead space out of run files that are closed: places of chunks that were"
                    + " flushed before they were full, and of discarded episodes.",
            "",
            "Everything is copied as it is stored, and the copy takes the file's name only when it"
                    + " was compared with it. A recording does so itself when a run is closed"
                    + " (hdf5.compact_on_close); this is for older files, and for those where there"
                    + " was no room or no time. A file of which less than 2 %% would be saved stays"
                    + " as it is. Exit code 1 when a file could not be compacted."
        })
final class CompactCommand extends CliCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "FOLDER|FILE",
            description = "Output folders, or run files such as run_0.hdf5 in their env folders.")
    List<Path> targets;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    @Override
    public String parting() {
        return "interrupted; every run file is whole; run compact again to resume";
    }

    @Override
    public Outcome call() throws IOException {
        targets.forEach(RecoverySession::requireThere);
        List<FolderCompactionReport> reports = new ArrayList<>();
        for (Path target : targets) {
            reports.add(
                    Files.isDirectory(target) ? FolderCompaction.compact(target) : FolderCompaction.compactRun(target));
        }
        terminal.out().print(json ? CompactReport.document(reports) : CompactReport.text(reports));
        reports.forEach(report -> report.refusals().forEach(terminal::say));
        boolean isComplete = reports.stream().allMatch(FolderCompactionReport::isComplete);
        return isComplete ? Outcome.OK : Outcome.FAILED;
    }
}
