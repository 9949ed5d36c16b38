package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.fleet.export.ExportOutcome;
import io.github.roboreel.fleet.export.PlannedExport;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recordings.episodes.LeftOut;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Result of an export in shards, for people or programs. */
public final class ShardedExportReport {
    private final ExportOutcome outcome;
    private final PlannedExport plan;

    public ShardedExportReport(ExportOutcome outcome) {
        this.outcome = outcome;
        plan = outcome.plan();
    }

    /** Prints the result of an export, and says what is doubtful. */
    static Outcome print(ExportOutcome outcome, boolean json, Terminal terminal) {
        ShardedExportReport report = new ShardedExportReport(outcome);
        terminal.print(json ? report.json() : report.text());
        return ProblemLines.say(outcome.problems(), terminal);
    }

    /** Lines about a plan, the last one is its file. */
    static String text(PlannedExport plan, Path file) {
        return DisplayText.lines(List.of(counts(plan), file.toString()));
    }

    private static String counts(PlannedExport plan) {
        return DisplayText.counted(plan.episodes(), "episode") + ", " + DisplayText.counted(plan.steps(), "step") + ", "
                + DisplayText.counted(plan.shards().size(), "shard");
    }

    /** The same as one document. */
    static String json(PlannedExport plan, Path file) {
        return Json.document(new JsonFields()
                .with("plan", file.toString())
                .with("episodes", plan.episodes())
                .with("steps", plan.steps())
                .with("shards", plan.shards().size())
                .with("problems", ProblemLines.texts(plan.faults())));
    }

    /** Lines, the last one is the dataset. */
    public String text() {
        List<String> lines = new ArrayList<>();
        lines.add(counts(plan) + "; all were read back and are equal to the source");
        plan.remarks()
                .leftOut()
                .forEach((why, count) -> lines.add("left out: " + DisplayText.counted(count, "episode") + " "
                        + LeftOut.valueOf(why).phrase()));
        addIfAny(lines, plan.duplicates(), "equal to an earlier one");
        addIfAny(lines, plan.inNoSplit(), "that belong to no split");
        notes().forEach(note -> lines.add("note: " + note));
        lines.add(outcome.target());
        return DisplayText.lines(lines);
    }

    private static void addIfAny(List<String> lines, long count, String phrase) {
        if (count > 0) {
            lines.add("left out: " + DisplayText.counted(count, "episode") + " " + phrase);
        }
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>(outcome.notes());
        noteIfAny(notes, "incomplete", "were aborted, or their recorder died; --complete-only leaves them out");
        noteIfAny(
                notes,
                EpisodeMetadata.STEP_SCHEDULE,
                "were recorded without some of their steps, as their attribute " + EpisodeMetadata.STEP_SCHEDULE
                        + " says");
        noteIfAny(
                notes,
                EpisodeMetadata.IRREGULAR_STEPS,
                "have steps without a common period; the dataset gives the" + " control period");
        return notes;
    }

    private void noteIfAny(List<String> notes, String name, String what) {
        long count = plan.remarks().count(name);
        if (count > 0) {
            notes.add(DisplayText.counted(count, "episode") + " " + what);
        }
    }

    /** One document. */
    public String json() {
        JsonFields document = new JsonFields()
                .with("target", outcome.target())
                .with("episodes", plan.episodes())
                .with("steps", plan.steps())
                .with("shards", plan.shards().size())
                .with("incomplete", plan.remarks().count("incomplete"));
        Map<String, Object> leftOut = new LinkedHashMap<>();
        plan.remarks().leftOut().forEach((why, count) -> leftOut.put(why.toLowerCase(Locale.ROOT), count));
        leftOut.put("duplicates", plan.duplicates());
        leftOut.put("in_no_split", plan.inNoSplit());
        document.put("left_out", leftOut);
        document.put("notes", notes());
        document.put("problems", ProblemLines.texts(outcome.problems()));
        return Json.document(document);
    }
}
