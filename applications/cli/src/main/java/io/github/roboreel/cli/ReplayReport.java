package io.github.roboreel.cli;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.TextTable;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.episodes.RecordedEpisode;
import io.github.roboreel.runner.replay.EpisodeReplay;
import io.github.roboreel.runner.replay.FieldDrift;
import io.github.roboreel.runner.replay.ReplayResult;
import io.github.roboreel.tools.RecordingDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Puts a replay into text: a line per episode, and what differs below it. */
record ReplayReport(ReplayResult result) {
    private static final List<String> HEADER = List.of("  field", "unit", "first step", "most", "at step", "growth");

    /** For people. */
    String text() {
        StringBuilder text = new StringBuilder();
        result.episodes().forEach(episode -> append(text, episode));
        text.append(Sentence.of(
                "%d of %d episodes tracked\n",
                result.tracked(), result.episodes().size()));
        return text.toString();
    }

    private static void append(StringBuilder text, EpisodeReplay replay) {
        text.append(heading(replay.recorded()))
                .append(": ")
                .append(DisplayText.oneLine(verdict(replay)))
                .append('\n');
        if (!replay.leaving().isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(HEADER);
            replay.leaving().forEach(drift -> rows.add(cells(drift)));
            text.append(TextTable.aligned(rows));
        }
        for (RecordingDifference difference : replay.outcome()) {
            appendLine(
                    text,
                    Sentence.of(
                            "%s: recorded %s, replayed %s", difference.what(), difference.one(), difference.other()));
        }
        replay.notes().forEach(note -> appendLine(text, "note: " + note));
    }

    private static void appendLine(StringBuilder text, String line) {
        text.append("  ").append(DisplayText.oneLine(line)).append('\n');
    }

    private static String heading(RecordedEpisode episode) {
        String place = episode.run().isPresent()
                ? Sentence.of(
                        "run %d, env %d, ",
                        episode.run().getAsInt(), episode.envId().orElse(-1))
                : "";
        return Sentence.of("%s, %sepisode %d", DisplayText.oneLine(episode.env().name()), place, episode.episode());
    }

    /** What came of an episode, in the words that follow its name. */
    static String verdict(EpisodeReplay replay) {
        if (replay.refusal().isPresent()) {
            return "not replayed: " + replay.refusal().get();
        }
        if (replay.isTracked()) {
            return Sentence.of(
                    "tracked, %d steps, %s", replay.steps(), replay.isBitExact() ? "bit-exact" : "within tolerance");
        }
        if (replay.startsElsewhere()) {
            return "starts elsewhere: another task or version of the simulator, so that no step can be compared";
        }
        return replay.leaving().isEmpty()
                ? "diverged: it ended otherwise"
                : Sentence.of(
                        "diverged in step %d, first in %s",
                        replay.leaving().get(0).firstStep().getAsInt(),
                        replay.leaving().get(0).path());
    }

    private static List<String> cells(FieldDrift drift) {
        OptionalDouble growth = drift.growthPerSecond();
        return List.of(
                "  " + DisplayText.oneLine(drift.path()),
                drift.unit().isEmpty() ? "-" : DisplayText.oneLine(drift.unit()),
                String.valueOf(drift.firstStep().orElseThrow()),
                Sentence.of("%.3g", drift.maximum()),
                String.valueOf(drift.maximumStep()),
                growth.isEmpty() ? "-" : Sentence.of("x%.3g/s", Math.exp(growth.getAsDouble())));
    }

    /** One JSON document. */
    String json() {
        return Json.document(new JsonFields()
                .with("tracked", result.tracked())
                .with(
                        "episodes",
                        result.episodes().stream().map(ReplayReport::jsonOf).toList())
                .with("provenance", result.provenance())
                .with("problems", ProblemLines.texts(result.problems())));
    }

    private static Map<String, Object> jsonOf(EpisodeReplay replay) {
        RecordedEpisode recorded = replay.recorded();
        JsonFields episode = new JsonFields()
                .with("file", recorded.location().file().toString())
                .with("demo", recorded.location().demo())
                .with("env_name", recorded.env().name())
                .with("run", orNull(recorded.run()))
                .with("env_id", orNull(recorded.envId()))
                .with("episode", recorded.episode())
                .with("replayed", replay.refusal().isEmpty())
                .with("refusal", replay.refusal().orElse(null))
                .with("tracked", replay.isTracked())
                .with("bit_exact", replay.isBitExact())
                .with("steps", replay.steps());
        List<FieldDrift> leaving = replay.leaving();
        episode.put("first_field", leaving.isEmpty() ? null : leaving.get(0).path());
        episode.put(
                "first_step", leaving.isEmpty() ? null : orNull(leaving.get(0).firstStep()));
        episode.put("drifts", replay.drifts().stream().map(ReplayReport::jsonOf).toList());
        episode.put(
                "outcome", replay.outcome().stream().map(ReplayReport::jsonOf).toList());
        episode.put("notes", replay.notes());
        return episode;
    }

    private static Map<String, Object> jsonOf(FieldDrift drift) {
        JsonFields fields = new JsonFields()
                .with("field", drift.path())
                .with("unit", drift.unit())
                .with("tolerance", drift.tolerance())
                .with("first_step", orNull(drift.firstStep()))
                .with("most", drift.maximum())
                .with("at_step", drift.maximumStep());
        OptionalDouble growth = drift.growthPerSecond();
        fields.put("log_growth_per_s", growth.isEmpty() ? null : (Double) growth.getAsDouble());
        return fields;
    }

    private static Map<String, Object> jsonOf(RecordingDifference difference) {
        return new JsonFields()
                .with("what", difference.what())
                .with("recorded", difference.one())
                .with("replayed", difference.other());
    }
}
