package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.BreakableProgress;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.EngineOptions;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.PositiveNumber;
import io.github.roboreel.cli.base.StepProgress;
import io.github.roboreel.cli.base.WorkSession;
import io.github.roboreel.fleet.export.FleetExport;
import io.github.roboreel.fleet.export.PlannedExport;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fleet run}: makes some shards of a plan, as one of many processes. */
@Command(
        name = "run",
        description = {
            "Make every W-th shard of a plan, from the R-th on: the part of one task of a job array.",
            "",
            "Run again it makes what is missing. When all ranks are done, 'fleet commit' makes the dataset of their"
                    + " shards."
        })
final class FleetRunCommand extends CliCommand {
    @Parameters(paramLabel = "PLAN", description = "File that 'fleet plan' has written.")
    Path plan;

    @Option(names = "--rank", paramLabel = "R", defaultValue = "0", description = "Number of this process, from 0.")
    int rank;

    @Option(
            names = "--world",
            paramLabel = "W",
            defaultValue = "1",
            converter = PositiveNumber.class,
            description = "How many processes there are (default ${DEFAULT-VALUE}).")
    int world;

    @Mixin
    EngineOptions engine;

    @Option(names = "--quiet", description = "Show no progress, only what went wrong.")
    boolean quiet;

    @Override
    public Outcome call() throws IOException {
        if (rank < 0 || rank >= world) {
            throw RoboReelException.badArgument(
                    "--rank %s is none of %s processes; expected 0 to %s", rank, world, world - 1);
        }
        PlannedExport planned = PlannedExport.read(plan);
        System.setProperty("java.awt.headless", "true");
        return interruption.breakable(() -> {
            try (WorkSession session = new WorkSession(engine);
                    StepProgress shown = StepProgress.of(terminal, quiet, "tasks")) {
                FleetExport work = new FleetExport(session.settings());
                int unreadable = work.run(
                        planned,
                        shard -> shard.index() % world == rank,
                        session.engine(),
                        new BreakableProgress(shown, interruption));
                return said(unreadable);
            }
        });
    }

    private Outcome said(int unreadable) {
        if (unreadable == 0) {
            return Outcome.OK;
        }
        terminal.say(DisplayText.counted(unreadable, "episode")
                + " cannot be read; when all ranks are done, run 'fleet plan' again, which leaves them out and names"
                + " them");
        return Outcome.DATA_LOST;
    }
}
