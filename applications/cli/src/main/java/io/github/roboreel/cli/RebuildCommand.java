package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.RobotOptions;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.folder.FolderArguments;
import io.github.roboreel.tools.recompute.ResultsRebuild;
import io.github.roboreel.tools.recompute.ResultsRebuild.RebuildPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rebuild}: result lines from run files and logs. */
@Command(
        name = "rebuild",
        description = {
            "Re-create the result lines of episodes that have none, from run files, logs and" + " env_cfg.json.",
            "",
            "Lines that are there stay as they are; the old file is kept beside the new one. Timing"
                    + " cannot be derived and is left out."
        })
final class RebuildCommand extends CliCommand {
    @Parameters(paramLabel = "FOLDER", description = "An output folder.")
    String name;

    @Option(names = "--dry-run", description = "Only say what would be written.")
    boolean dryRun;

    @Mixin
    RobotOptions robot;

    @Option(names = "--json", description = "Print one JSON document, with the new lines.")
    boolean json;

    @Override
    public Outcome call() throws IOException {
        Path folder = folder();
        RebuildPlan plan = ResultsRebuild.plan(folder, RobotOptions.Robot.metrics(robot, home));
        if (plan.kept() == 0 && plan.added().isEmpty() && plan.problems().isEmpty()) {
            terminal.say(folder + " holds no recording; give an output folder");
            return Outcome.DATA_LOST;
        }
        Optional<Path> aside =
                dryRun ? Optional.empty() : ResultsRebuild.write(plan, RobotOptions.Robot.metrics(robot, home));
        terminal.out().print(json ? document(plan, aside) : sentences(plan, aside));
        return ProblemLines.say(plan.problems(), terminal);
    }

    private Path folder() {
        List<Path> folders = Arguments.checked(() -> FolderArguments.expand(List.of(name)));
        if (folders.size() > 1) {
            throw RoboReelException.badArgument("%s matches %s folders; rebuild one at a time", name, folders.size());
        }
        return folders.get(0);
    }

    private String sentences(RebuildPlan plan, Optional<Path> aside) {
        String file = DisplayText.oneLine(plan.resultsFile().toString());
        String done = dryRun ? "would be " : "";
        StringBuilder text = new StringBuilder();
        if (!plan.isNeeded()) {
            return file + ": nothing is missing, " + plan.kept() + " lines\n";
        }
        text.append(file)
                .append(": ")
                .append(plan.added().size())
                .append(" lines ")
                .append(done)
                .append("re-created, ")
                .append(plan.kept())
                .append(" kept");
        if (plan.unreadable() > 0) {
            text.append(", ").append(plan.unreadable()).append(" unreadable ones left out");
        }
        text.append('\n');
        aside.map(Path::toString)
                .map(DisplayText::oneLine)
                .ifPresent(old -> text.append("the old file is ").append(old).append('\n'));
        return text.toString();
    }

    private String document(RebuildPlan plan, Optional<Path> aside) {
        return Json.document(new JsonFields()
                .with("results_file", plan.resultsFile().toString())
                .with("dry_run", dryRun)
                .with("kept", plan.kept())
                .with("unreadable", plan.unreadable())
                .with("added", plan.added())
                .with("set_aside", aside.map(Path::toString).orElse(null))
                .with("problems", ProblemLines.texts(plan.problems())));
    }
}
