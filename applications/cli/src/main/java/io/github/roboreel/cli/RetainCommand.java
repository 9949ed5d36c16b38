package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.FolderOperands;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.tools.retain.FolderRetention;
import io.github.roboreel.tools.retain.FolderRetention.FolderRetentionReport;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code retain}: removes what was uploaded and is too old or too much. */
@Command(
        name = "retain",
        description = {
            "Remove run files and videos that were uploaded, the oldest upload first, until what is left is within the"
                    + " bounds.",
            "",
            "A file goes only when its run is closed, every listener that uploaded.jsonl names has taken all files of"
                    + " that run, and its size and SHA-256 are still the marked ones. Result lines, logs and"
                    + " configurations stay, and uploaded.jsonl says what was removed. Folders into which a recorder"
                    + " writes count and stay as they are: it has the settings recorder.retain_mb and"
                    + " recorder.retain_seconds. Exit code 1 when a file that was due is still there."
        })
final class RetainCommand extends CliCommand {
    private static final double MAX_DAYS = 100_000;
    private static final long MAX_MB = 1L << 40;

    @Mixin
    FolderOperands folders;

    @Option(
            names = "--older-than-days",
            paramLabel = "DAYS",
            description = "Remove files whose upload is older; fractions are allowed.")
    Double olderThanDays;

    @Option(
            names = "--keep-mb",
            paramLabel = "MIB",
            description = "Remove the oldest until the run files and videos of all folders together have at most as"
                    + " many MiB.")
    Long keepMb;

    @Option(names = "--dry-run", description = "Remove nothing; show what would go.")
    boolean dryRun;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    @Override
    public String parting() {
        return "interrupted; uploaded.jsonl says what was removed; run retain again to resume";
    }

    @Override
    public Outcome call() throws IOException {
        requireBounds();
        long maxBytes = keepMb == null ? 0 : keepMb << 20;
        FolderRetentionReport report = FolderRetention.apply(folders.paths(), maxBytes, maxAge(), dryRun);
        RetainReport shown = new RetainReport(report, dryRun);
        terminal.print(json ? shown.document() : shown.text());
        report.refusals().forEach(terminal::say);
        return report.refusals().isEmpty() ? Outcome.OK : Outcome.FAILED;
    }

    private void requireBounds() {
        if (olderThanDays == null && keepMb == null) {
            throw RoboReelException.badArgument("no bound given; say --older-than-days DAYS, --keep-mb MIB, or both");
        }
        if (olderThanDays != null) {
            require("--older-than-days", olderThanDays > 0 && olderThanDays <= MAX_DAYS, olderThanDays, MAX_DAYS);
        }
        if (keepMb != null) {
            require("--keep-mb", keepMb > 0 && keepMb <= MAX_MB, keepMb, MAX_MB);
        }
    }

    private Duration maxAge() {
        return olderThanDays == null
                ? Duration.ZERO
                : Duration.ofMillis(
                        Math.round(olderThanDays * Duration.ofDays(1).toMillis()));
    }

    private static void require(String option, boolean isValid, Number given, Number most) {
        if (!isValid) {
            throw RoboReelException.badArgument("%s is %s; give a number above 0 and at most %s", option, given, most);
        }
    }
}
