package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.SourceOptions;
import io.github.roboreel.cli.base.StepProgress;
import io.github.roboreel.cli.base.WhereOption;
import io.github.roboreel.cli.base.WorkSession;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.work.FleetReport;
import io.github.roboreel.tools.report.EpisodeCondition;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code report}: how often the recorded episodes succeeded, how well and how fast. */
@Command(
        name = "report",
        description = {
            "Show success rates, scores and metrics of recorded episodes.",
            "",
            "Result lines are needed in one place, so threads of this process read them, whatever the engine.",
            "",
            "Columns: Success is successes/judged; episodes without a verdict are counted under n/a"
                    + " and are in no rate. 95%% CI is the credible interval of the rate that"
                    + " --interval names, in percent. In Score a success counts as 1; (3 of 8) says that only so"
                    + " many episodes have a score, - that none has, or only successes have."
                    + " Time s is the mean over successes,"
                    + " Steps and metrics that over all episodes that have them. An episode that"
                    + " stands in the results twice counts twice."
        })
final class ReportCommand extends CliCommand {
    @Mixin
    SourceOptions source;

    @Mixin
    WhereOption where;

    @Mixin
    ReportOptionsMixin options;

    @Override
    public Outcome call() throws IOException {
        ReportPrinter printer = options.printer(terminal);
        try (WorkSession session = source.open()) {
            List<FolderChoice> choices = choices(session);
            try (FleetReport results = read(session, choices)) {
                return printer.print(results.sources(), conditions(choices));
            }
        }
    }

    private List<FolderChoice> choices(WorkSession session) throws IOException {
        try (StepProgress progress = source.progress(terminal, "folders")) {
            return where.choices(session, source, progress);
        }
    }

    private FleetReport read(WorkSession session, List<FolderChoice> choices) throws IOException {
        boolean isOne = choices.size() == 1; // read at once
        try (StepProgress progress = isOne ? StepProgress.NONE : source.progress(terminal, "folders")) {
            progress.phase("results", choices.size());
            return FleetReport.read(
                    session.storages(),
                    choices.stream().map(FolderChoice::folder).toList(),
                    () -> progress.advanced(1));
        }
    }

    private static List<EpisodeCondition> conditions(List<FolderChoice> choices) {
        Map<String, FolderChoice> byName = new HashMap<>();
        choices.stream()
                .filter(choice -> choice.demos() != null)
                .forEach(choice -> byName.put(choice.folder().name(), choice));
        return byName.isEmpty()
                ? List.of()
                : List.of(EpisodeCondition.storedIn(
                        (folder, demo) -> byName.get(folder).demos().contains(demo)));
    }
}
