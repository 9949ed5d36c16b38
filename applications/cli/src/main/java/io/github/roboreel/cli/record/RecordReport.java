package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.TableView;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.runner.RecordingBatch;
import io.github.roboreel.tools.report.Report;
import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Tone;
import io.github.roboreel.tools.report.Table.Views;
import io.github.roboreel.tools.resume.Resumption.ReplacedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Puts the result of a recording into text.
 *
 * @param rates what all episodes in the folder come to
 */
record RecordReport(RecordResult result, Report rates) {
    private static final Views<EpisodeSummary> EPISODES = new Views<EpisodeSummary>()
            .add(Column.numericKey("Run"), e -> Cell.of(e.id().run()))
            .add(Column.numericKey("Env"), e -> Cell.of(e.id().env()))
            .add(Column.numericKey("Episode"), e -> Cell.of(e.id().episode()))
            .add(Column.fixed("Status"), e -> Cell.of(e.outcome().status().label()))
            .add(Column.fixed("Success"), e -> success(e.outcome().success()))
            .number("Score", e -> Cell.number(score(e), 3))
            .number("Steps", e -> Cell.of(e.numSamples()))
            .number("Time s", e -> Cell.number(OptionalDouble.of(e.durationSeconds()), 2))
            .add(Column.flexible("Reason"), e -> Cell.of(Objects.requireNonNullElse(e.reason(), "")));

    /** More rows than this hide what follows them. */
    private static final int MAX_ROWS = 20;

    /** A line per episode, the rates, the totals, the folder. */
    String table(TableView view) {
        return episodes(view)
                + rates(view)
                + Sentence.of(
                        "%n%d of %d episodes succeeded; %d steps in %.1f s, %.0f steps/s%n%s%s%s%n",
                        result.recorded().successes(),
                        result.recorded().episodes(),
                        result.steps(),
                        result.elapsedSeconds(),
                        result.stepsPerSecond(),
                        samplingEnd().map(end -> end.sentence() + "\n").orElse(""),
                        skipped(),
                        DisplayText.oneLine(result.plan().folder().toString()));
    }

    private String episodes(TableView view) {
        List<EpisodeSummary> rows = result.episodes().stream().limit(MAX_ROWS).toList();
        if (rows.isEmpty()) {
            return "";
        }
        int more = result.episodes().size() - rows.size();
        String pointer = more == 0
                ? ""
                : Sentence.of(
                        "%s more; all: ./roboreel report %s --show-episodes\n",
                        more, DisplayText.oneLine(result.plan().folder().toString()));
        return view.of(EPISODES.table("Episodes", rows, List.of())) + pointer;
    }

    /** One episode is its own rate. */
    private String rates(TableView view) {
        return result.complete().episodes() < 2 || rates.isEmpty()
                ? ""
                : "\n" + view.of(rates.tables().get(0));
    }

    private Optional<SamplingEnd> samplingEnd() {
        return result.plan().target().end(result.complete(), result.interrupted());
    }

    private String skipped() {
        int runs = result.skippedRuns().size();
        return runs == 0
                ? ""
                : Sentence.of("%d %s there before; report shows all%n", runs, runs == 1 ? "run was" : "runs were");
    }

    private static OptionalDouble score(EpisodeSummary episode) {
        return episode.score() == null ? OptionalDouble.empty() : OptionalDouble.of(episode.score());
    }

    private static Cell success(Boolean success) {
        if (success == null) {
            return Cell.of(Cell.NONE).withTone(Tone.UNKNOWN);
        }
        return success ? Cell.of("yes").withTone(Tone.GOOD) : Cell.of("no").withTone(Tone.BAD);
    }

    /** One JSON document. */
    String json() {
        RecordingBatch batch = result.plan().batch();
        JsonFields document = new JsonFields()
                .with("folder", result.plan().folder().toString())
                .with("task", batch.simulation().taskName())
                .with("policy", batch.policyName())
                .with("instruction_type", batch.request().instructionType())
                .with("seed", batch.seed())
                .with("num_envs", batch.numEnvs())
                .with("skipped_runs", result.skippedRuns())
                .with(
                        "replaced_runs",
                        result.replacedRuns().stream().map(RecordReport::jsonOf).toList())
                .with("interrupted", result.interrupted())
                .with("successes", result.recorded().successes())
                .with("steps", result.steps())
                .with("elapsed_s", result.elapsedSeconds())
                .with("steps_per_s", result.stepsPerSecond());
        samplingEnd().ifPresent(end -> document.put("adaptive_sampling", end.document()));
        document.put("rates", rates.document().get("groups"));
        document.put("episodes", result.episodes().stream().map(this::jsonOf).toList());
        return Json.document(document);
    }

    private static Map<String, Object> jsonOf(ReplacedRun replaced) {
        return new JsonFields()
                .with("run", replaced.run())
                .with("reason", replaced.reason())
                .with("folder", replaced.folder().toString());
    }

    private Map<String, Object> jsonOf(EpisodeSummary episode) {
        JsonFields line = new JsonFields()
                .with("run", episode.id().run())
                .with("env_id", episode.id().env());
        if (result.plan().isContinuous()) {
            line.put("sim_env_id", episode.id().simEnv());
        }
        line.put("episode", episode.id().episode());
        line.put("status", episode.outcome().status().label());
        line.put("success", episode.outcome().success());
        line.put("score", episode.score());
        line.put("reason", episode.reason());
        line.put("episode_step", episode.numSamples());
        line.put("duration", episode.durationSeconds());
        line.put("seed", result.plan().batch().episodeSeed(episode.id().episode()));
        line.put("saturated_values", episode.saturatedValues());
        line.put("dropped_video_frames", episode.droppedFrames());
        line.put("failed_sinks", episode.failedSinks());
        return line;
    }

    /** The sentence about what is missing from the recording, when something is. */
    Optional<String> complaint() {
        if (result.interrupted()) {
            return Optional.of(Sentence.of(
                    "interrupted; %s of %s episodes were recorded into %s%s%s",
                    result.skipped().plus(result.recorded()).episodes(),
                    result.plan().target().episodesText(result.plan().batch().numEnvs()),
                    result.plan().folder(),
                    earlierEpisodes(),
                    result.episodes().isEmpty() ? "" : ", those that had not ended with status aborted"));
        }
        String losses = result.episodes().stream()
                .filter(e -> !e.isComplete() || e.saturatedValues() > 0)
                .map(RecordReport::loss)
                .collect(Collectors.joining("; "));
        return losses.isEmpty() ? Optional.empty() : Optional.of("data was lost: " + losses);
    }

    private String earlierEpisodes() {
        int earlier = result.skipped().episodes();
        return earlier == 0 ? "" : ", " + earlier + " of them before";
    }

    private static String loss(EpisodeSummary episode) {
        List<String> losses = new ArrayList<>();
        if (episode.droppedFrames() > 0) {
            losses.add(episode.droppedFrames() + " frames dropped");
        }
        if (episode.saturatedValues() > 0) {
            losses.add(episode.saturatedValues() + " values clamped to their type's range");
        }
        if (!episode.failedSinks().isEmpty()) {
            losses.add("output of " + String.join(", ", episode.failedSinks()) + " incomplete");
        }
        return "episode " + episode.id().episode() + ": " + String.join(", ", losses);
    }
}
