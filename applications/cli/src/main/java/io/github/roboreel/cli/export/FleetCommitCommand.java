package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.BreakableProgress;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.EngineOptions;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.StepProgress;
import io.github.roboreel.cli.base.WorkSession;
import io.github.roboreel.fleet.export.ExportOutcome;
import io.github.roboreel.fleet.export.FleetExport;
import io.github.roboreel.fleet.export.PlannedExport;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fleet commit}: the last step of an export that many processes made. */
@Command(
        name = "commit",
        description = {
            "Make a dataset of the shards of a plan: count them, compare their digests, write the files about the"
                    + " dataset, give it its name.",
            "",
            "Refused while a shard is missing."
        })
final class FleetCommitCommand extends CliCommand {
    @Parameters(paramLabel = "PLAN", description = "File that 'fleet plan' has written.")
    Path plan;

    @Mixin
    EngineOptions engine;

    @Option(names = "--quiet", description = "Show no progress, only what went wrong.")
    boolean quiet;

    @Option(names = "--json", description = "Print one JSON document about what was done.")
    boolean json;

    @Override
    public Outcome call() throws IOException {
        PlannedExport planned = PlannedExport.read(plan);
        ExportOutcome outcome = interruption.breakable(() -> {
            try (WorkSession session = new WorkSession(engine);
                    StepProgress shown = StepProgress.of(terminal, quiet, "tasks")) {
                return new FleetExport(session.settings())
                        .commit(planned, session.engine(), new BreakableProgress(shown, interruption));
            }
        });
        return ShardedExportReport.print(outcome, json, terminal);
    }
}
