package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recordings.episodes.ChosenEpisodes;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.LeftOut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Result of an export, for people or programs. */
record ExportReport(ChosenEpisodes episodes, ExportSummary summary) {
    /** Lines, the last one is the dataset. */
    String text() {
        List<String> lines = new ArrayList<>();
        lines.add(DisplayText.counted(episodes.episodes().size(), "episode")
                + ", "
                + DisplayText.counted(summary.steps(), "step")
                + "; "
                + DisplayText.counted(summary.arraysCompared(), "array")
                + " read back and equal to the source");
        episodes.leftOut().forEach((reason, count) -> lines.add(leftOut(reason, count)));
        if (incomplete() > 0) {
            lines.add(DisplayText.counted(incomplete(), "episode")
                    + " incomplete (aborted, or its recorder died); --complete-only leaves"
                    + " them out");
        }
        notes().forEach(note -> lines.add("note: " + note));
        lines.add(summary.target().toString());
        return DisplayText.lines(lines);
    }

    private static String leftOut(LeftOut reason, int count) {
        return "left out: " + DisplayText.counted(count, "episode") + " " + reason.phrase();
    }

    /** What steps there are is the same in every format, so it is said here. */
    private List<String> notes() {
        List<String> notes = new ArrayList<>(summary.notes());
        long partial = episodes.countWith(EpisodeMetadata.STEP_SCHEDULE);
        long irregular = episodes.countWith(EpisodeMetadata.IRREGULAR_STEPS);
        if (partial > 0) {
            notes.add("not every step was recorded of "
                    + DisplayText.counted(partial, "episode")
                    + ", as their attribute "
                    + EpisodeMetadata.STEP_SCHEDULE
                    + " says");
        }
        if (irregular > 0) {
            notes.add("the steps of "
                    + DisplayText.counted(irregular, "episode")
                    + " have no common period; the dataset gives the control period");
        }
        return notes;
    }

    private long incomplete() {
        return episodes.count(EpisodeFacts.Ending.INCOMPLETE);
    }

    /** One document. */
    String json() {
        JsonFields document = new JsonFields()
                .with("target", summary.target().toString())
                .with("episodes", episodes.episodes().size())
                .with("episodes_in_target", summary.episodes())
                .with("steps", summary.steps())
                .with("arrays_compared", summary.arraysCompared())
                .with("incomplete", incomplete());
        Map<String, Object> leftOut = new LinkedHashMap<>();
        episodes.leftOut().forEach((why, count) -> leftOut.put(why.name().toLowerCase(Locale.ROOT), count));
        document.put("left_out", leftOut);
        document.put("notes", notes());
        document.put("problems", ProblemLines.texts(episodes.problems()));
        return Json.document(document);
    }
}
