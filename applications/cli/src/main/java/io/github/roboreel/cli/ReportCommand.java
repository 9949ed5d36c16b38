package io.github.roboreel.cli;

import io.github.roboreel.cli.base.FolderOperands;
import io.github.roboreel.cli.base.ReportOptionsMixin;
import io.github.roboreel.cli.print.ReportPrinter;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.tools.report.Sources;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code report}: how often the recorded episodes succeeded, how well and how fast. */
@Command(
        name = "report",
        description = {
            "Show success rates, scores and metrics of recorded episodes.",
            "",
            "Columns: Success is successes/judged; episodes without a verdict are counted under n/a"
                    + " and are in no rate. 95%% CI is the credible interval of the rate that"
                    + " --interval names, in percent. In Score a success counts as 1; (3 of 8) says that only so"
                    + " many episodes have a score, - that none has, or only successes have."
                    + " Time s is the mean over successes,"
                    + " Steps and metrics that over all episodes that have them. An episode that"
                    + " stands in the results twice counts twice."
        })
final class ReportCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;

    @Mixin
    FolderOperands folders;

    @Mixin
    ReportOptionsMixin options;

    ReportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Outcome call() throws IOException {
        ReportPrinter printer = options.printer(terminal);
        return printer.print(Sources.read(folders.paths()));
    }
}
