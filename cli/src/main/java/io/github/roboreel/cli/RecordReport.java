package io.github.roboreel.cli;

import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.simulator.TabletopBatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Puts the result of a recording into text. */
final class RecordReport {
    private static final List<String> HEADER =
            List.of("run", "env", "episode", "status", "success", "steps", "duration", "reason");

    private final RecordResult result;

    RecordReport(RecordResult result) {
        this.result = result;
    }

    /** A line per episode, the totals, the folder. */
    String table() {
        List<List<String>> rows = new ArrayList<>(List.of(HEADER));
        result.episodes().forEach(e -> rows.add(cells(e)));
        return TextTable.aligned(rows)
                + String.format(
                        Locale.ROOT,
                        "%n%d of %d episodes succeeded; %d steps in %.1f s, %.0f steps/s%n%s%n",
                        result.successes(),
                        result.episodes().size(),
                        result.steps(),
                        result.elapsedSeconds(),
                        result.stepsPerSecond(),
                        result.plan().folder());
    }

    private static List<String> cells(EpisodeSummary episode) {
        Boolean success = episode.outcome().success();
        return List.of(
                String.valueOf(episode.id().run()),
                String.valueOf(episode.id().env()),
                String.valueOf(episode.id().episode()),
                episode.outcome().status().label(),
                success == null ? "-" : success ? "yes" : "no",
                String.valueOf(episode.numSamples()),
                String.format(Locale.ROOT, "%.1f s", episode.durationSeconds()),
                episode.outcome().reason());
    }

    /** One JSON document. */
    String json() {
        TabletopBatch batch = result.plan().batch();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("folder", result.plan().folder().toString());
        document.put("task", batch.task().name());
        document.put("policy", batch.policy());
        document.put("instruction_type", batch.instructionType());
        document.put("seed", batch.seed());
        document.put("num_envs", batch.numEnvs());
        document.put("num_runs", result.plan().numRuns());
        document.put("interrupted", result.interrupted());
        document.put("successes", result.successes());
        document.put("steps", result.steps());
        document.put("elapsed_s", result.elapsedSeconds());
        document.put("steps_per_s", result.stepsPerSecond());
        document.put("episodes", result.episodes().stream().map(this::jsonOf).toList());
        return Json.document(document);
    }

    private Map<String, Object> jsonOf(EpisodeSummary episode) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("run", episode.id().run());
        line.put("env_id", episode.id().env());
        line.put("episode", episode.id().episode());
        line.put("status", episode.outcome().status().label());
        line.put("success", episode.outcome().success());
        line.put("reason", episode.outcome().reason());
        line.put("episode_step", episode.numSamples());
        line.put("duration", episode.durationSeconds());
        line.put("seed", result.plan().batch().episodeSeed(episode.id().run(), episode.id().env()));
        line.put("saturated_values", episode.saturatedValues());
        line.put("dropped_video_frames", episode.droppedFrames());
        line.put("failed_sinks", episode.failedSinks());
        return line;
    }

    /** The sentence about what is missing from the recording, when something is. */
    Optional<String> complaint() {
        if (result.interrupted()) {
            return Optional.of(
                    "interrupted; "
                            + result.episodes().size()
                            + " of "
                            + result.plan().numRuns() * result.plan().batch().numEnvs()
                            + " episodes are in "
                            + result.plan().folder()
                            + ", those that had not ended with status aborted");
        }
        String losses =
                result.episodes().stream()
                        .filter(e -> !e.isComplete() || e.saturatedValues() > 0)
                        .map(RecordReport::loss)
                        .collect(Collectors.joining("; "));
        return losses.isEmpty() ? Optional.empty() : Optional.of("data was lost: " + losses);
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
