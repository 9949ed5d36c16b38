package io.github.roboreel.cli;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.TextTable;
import io.github.roboreel.cli.export.ChoiceOptions;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.events.TimeLine;
import io.github.roboreel.recordings.events.TimeLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code events}: what happened in episodes, step by step. */
@Command(
        name = "events",
        description = {
            "Show what happened in each episode: events of its log, and changes of its subtask state."
                    + " What both tell is one row, from the log; --json has both.",
            "",
            "Steps count from 1; step s is row s-1 of the run file. Subtask rows of recorders that"
                    + " add one only when something happens have no step: they are listed last, by"
                    + " their own row."
        })
final class EventsCommand extends CliCommand {
    private static final List<String> HEADER =
            List.of("step", "row", "time", "from", "code", "name", "done", "score", "info");

    private static final double SCORE_ACCURACY = 1e-6;

    @Mixin
    RecordingOperand recording;

    @Mixin
    ChoiceOptions chosen;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    @Override
    public Outcome call() throws IOException {
        TimeLines timeLines = TimeLines.read(recording.path(), chosen.choiceOfAny());
        String text = json ? document(timeLines) : tables(timeLines.lines());
        if (timeLines.lines().isEmpty() && timeLines.problems().isEmpty()) {
            terminal.say("no episode passes the filters");
        }
        terminal.print(text);
        return ProblemLines.say(timeLines.problems(), terminal);
    }

    private static String tables(List<TimeLine> lines) {
        StringBuilder text = new StringBuilder();
        for (TimeLine line : lines) {
            text.append(text.isEmpty() ? "" : "\n").append(heading(line)).append('\n');
            List<List<String>> rows = new ArrayList<>();
            rows.add(HEADER);
            rows.addAll(rows(line));
            text.append(line.entries().isEmpty() ? "nothing happened\n" : TextTable.aligned(rows));
        }
        return text.toString();
    }

    /** Each event once: the subtask row of an event in the log is told with it, and its return to OK not at all. */
    private static List<List<String>> rows(TimeLine line) {
        List<List<String>> rows = new ArrayList<>();
        Map<OptionalInt, List<TimeLine.Entry>> byStep =
                line.entries().stream().collect(Collectors.groupingBy(TimeLine.Entry::step));
        TimeLine.Entry before = null;
        for (TimeLine.Entry entry : line.entries()) {
            Optional<TimeLine.Entry> twin = twin(entry, byStep.get(entry.step()));
            if (entry.source() == TimeLine.Source.LOG) {
                rows.add(cells(entry, twin.orElse(entry)));
                continue;
            }
            if (twin.isEmpty() && !isReturnToOk(entry, before)) {
                rows.add(cells(entry, entry));
            }
            before = entry;
        }
        return rows;
    }

    /**
     * What the other source says of the same event.
     *
     * @param entries of the same step
     */
    private static Optional<TimeLine.Entry> twin(TimeLine.Entry entry, List<TimeLine.Entry> entries) {
        if (entry.step().isEmpty()) {
            return Optional.empty();
        }
        List<TimeLine.Entry> others = entries.stream()
                .filter(other -> other.source() != entry.source())
                .toList();
        return others.stream()
                .filter(other -> other.code() == entry.code())
                .findFirst()
                .or(() -> others.stream()
                        .filter(other -> isProgressOf(entry, other) || isProgressOf(other, entry))
                        .findFirst());
    }

    /**
     * RoboLab's subtask state is OK again at the step that completes a subtask; its float32 score is then the event's.
     */
    private static boolean isProgressOf(TimeLine.Entry event, TimeLine.Entry subtask) {
        return subtask.source() == TimeLine.Source.SUBTASK
                && subtask.code() == StatusCode.OK.number()
                && (event.score() == null || Math.abs(event.score() - subtask.score()) < SCORE_ACCURACY);
    }

    private static boolean isReturnToOk(TimeLine.Entry entry, TimeLine.Entry before) {
        return entry.code() == StatusCode.OK.number()
                && before != null
                && entry.step().isPresent()
                && entry.completed().equals(before.completed())
                && entry.score().equals(before.score());
    }

    private static String heading(TimeLine line) {
        String place = line.run().isPresent()
                ? "run " + line.run().getAsInt() + ", env " + line.envId().orElse(-1) + ", "
                : "";
        return Sentence.of(
                "%s, %sepisode %s: %s steps%s",
                DisplayText.oneLine(line.envName()),
                place,
                line.episode(),
                line.steps(),
                line.hasAlignedSubtasks() ? "" : "; subtask rows are not aligned to steps");
    }

    /** @param subtask what the subtask state says of it, else the entry itself */
    private static List<String> cells(TimeLine.Entry entry, TimeLine.Entry subtask) {
        Double score = entry.score() == null ? subtask.score() : entry.score();
        return List.of(
                entry.step().isPresent() ? String.valueOf(entry.step().getAsInt()) : "-",
                String.valueOf(entry.row()),
                entry.timeSeconds().isPresent()
                        ? Sentence.of("%.3f s", entry.timeSeconds().getAsDouble())
                        : "-",
                entry.source().name().toLowerCase(Locale.ROOT),
                String.valueOf(entry.code()),
                DisplayText.oneLine(entry.name()),
                subtask.completed().isPresent()
                        ? String.valueOf(subtask.completed().getAsInt())
                        : "-",
                score == null ? "-" : Sentence.of("%.3f", score),
                DisplayText.oneLine(entry.info()));
    }

    private static String document(TimeLines timeLines) {
        return Json.document(new JsonFields()
                .with(
                        "episodes",
                        timeLines.lines().stream().map(EventsCommand::jsonOf).toList())
                .with("problems", ProblemLines.texts(timeLines.problems())));
    }

    private static Map<String, Object> jsonOf(TimeLine line) {
        return new JsonFields()
                .with("file", line.file().toString())
                .with("env_name", line.envName())
                .with("run", orNull(line.run()))
                .with("env_id", orNull(line.envId()))
                .with("episode", line.episode())
                .with("steps", line.steps())
                .with("subtasks_aligned", line.hasAlignedSubtasks())
                .with(
                        "entries",
                        line.entries().stream().map(EventsCommand::jsonOf).toList());
    }

    private static Map<String, Object> jsonOf(TimeLine.Entry entry) {
        return new JsonFields()
                .with("step", orNull(entry.step()))
                .with("row", entry.row())
                .with(
                        "time_s",
                        entry.timeSeconds().isPresent()
                                ? (Double) entry.timeSeconds().getAsDouble()
                                : null)
                .with("source", entry.source().name().toLowerCase(Locale.ROOT))
                .with("code", entry.code())
                .with("name", entry.name())
                .with("info", entry.info())
                .with("completed", orNull(entry.completed()))
                .with("score", entry.score());
    }
}
