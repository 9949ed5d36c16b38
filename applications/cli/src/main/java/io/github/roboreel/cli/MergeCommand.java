package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.FolderOperands;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.tools.merge.FolderMerge;
import io.github.roboreel.tools.merge.MergeConflictException;
import io.github.roboreel.tools.merge.MergePlan;
import io.github.roboreel.tools.merge.MergePlan.Renumbering;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code merge}: several output folders in one. */
@Command(
        name = "merge",
        description = {
            "Move the env folders and result lines of output folders into one.",
            "",
            "An env that is in several folders, such as a task recorded on several machines, is put"
                    + " together: its runs get the next free numbers in the order of the folders, and"
                    + " result lines, logs and videos follow. Another number of envs, schema or"
                    + " configuration is refused; equal seeds are named.",
            "",
            "Nothing is overwritten: what is in the way is listed before anything is touched. After"
                    + " a kill, the same command resumes where it stopped. The results files as they were"
                    + " go into DIR under other names, and a source of which nothing is left is"
                    + " removed; one that holds other files keeps them and its results file."
        })
final class MergeCommand extends CliCommand {
    @Mixin
    FolderOperands folders;

    @Option(
            names = "--into",
            paramLabel = "DIR",
            required = true,
            description = "The folder that everything goes into; made when it is not there.")
    Path into;

    @Option(names = "--copy", description = "Copy instead of moving; the sources stay as they are.")
    boolean copy;

    @Option(names = "--json", description = "Print one JSON document about what was done.")
    boolean json;

    @Override
    public String parting() {
        return "interrupted; run the same merge again to resume";
    }

    @Override
    public Outcome call() throws IOException {
        try {
            MergePlan plan = new FolderMerge(into, copy).run(folders.paths());
            terminal.out().print(json ? document(plan) : sentences(plan));
            return complaints(plan);
        } catch (MergeConflictException e) {
            e.conflicts().forEach(terminal::say);
            return Outcome.BAD_ARGUMENTS;
        }
    }

    private Outcome complaints(MergePlan plan) {
        plan.notes().forEach(terminal::say);
        for (MergePlan.Source source : plan.sources()) {
            if (source.counts().unreadable() > 0) {
                terminal.say(Sentence.of(
                        "%s has %s result lines that cannot be read; they are only in %s",
                        source.folder(),
                        source.counts().unreadable(),
                        copy ? Path.of(source.folder(), source.results()) : source.resultsAside()));
            }
            if (source.counts().doubtful() > 0) {
                terminal.say(Sentence.of(
                        "%s has %s result lines that are not UTF-8 or too long; they are in %s as they were, mend "
                                + "them there",
                        source.folder(), source.counts().doubtful(), plan.target()));
            }
            if (!source.leftBehind().isEmpty()) {
                terminal.say(Sentence.of(
                        "%s keeps %s, which is no part of a recording",
                        source.folder(), String.join(", ", source.leftBehind())));
            }
        }
        return plan.leavesDataBehind() ? Outcome.DATA_LOST : Outcome.OK;
    }

    private static String sentences(MergePlan plan) {
        StringBuilder text = new StringBuilder();
        for (MergePlan.Source source : plan.sources()) {
            text.append(DisplayText.oneLine(source.folder()))
                    .append(": ")
                    .append(DisplayText.oneLine(String.join(", ", source.envs())))
                    .append("; ")
                    .append(source.counts().lines())
                    .append(" result lines\n");
            source.renumbered().forEach(numbers -> text.append(sentence(numbers)));
        }
        return text.append(plan.copy() ? "copied into " : "moved into ")
                .append(DisplayText.oneLine(plan.target()))
                .append('\n')
                .toString();
    }

    private static String sentence(Renumbering numbers) {
        return Sentence.of(
                "  %s: run r became run r + %s, episode e became episode e + %s\n",
                DisplayText.oneLine(numbers.env()), numbers.runOffset(), numbers.episodeOffset());
    }

    private static String document(MergePlan plan) {
        JsonFields document = new JsonFields().with("into", plan.target()).with("copied", plan.copy());
        List<Map<String, Object>> sources =
                plan.sources().stream().map(MergeCommand::jsonOf).toList();
        document.put("sources", sources);
        document.put("notes", plan.notes());
        return Json.document(document);
    }

    private static Map<String, Object> jsonOf(Renumbering numbers) {
        return new JsonFields()
                .with("env", numbers.env())
                .with("run_offset", numbers.runOffset())
                .with("episode_offset", numbers.episodeOffset());
    }

    private static Map<String, Object> jsonOf(MergePlan.Source source) {
        return new JsonFields()
                .with("folder", source.folder())
                .with("envs", source.envs())
                .with(
                        "renumbered",
                        source.renumbered().stream().map(MergeCommand::jsonOf).toList())
                .with("result_lines", source.counts().lines())
                .with("unreadable_lines", source.counts().unreadable())
                .with("doubtful_lines", source.counts().doubtful())
                .with("left_behind", source.leftBehind());
    }
}
