package io.github.roboreel.recorder;

import io.github.roboreel.recorder.plan.StepSchedule;
import java.util.LinkedHashMap;
import java.util.Map;

/** Forms the line of one episode, fields in the order RoboLab writes them, then ours. */
final class ResultLine {
    private ResultLine() {}

    static Map<String, Object> of(RunSpec run, EpisodeInfo info, EpisodeSummary summary) {
        Map<String, Object> line = new LinkedHashMap<>();
        addIdentity(line, run, info, summary.id());
        line.put("success", summary.outcome().success());
        line.put("episode_step", summary.numSamples());
        line.put("duration", summary.durationSeconds());
        line.put("dt", info.dtSeconds());
        line.put("metrics", summary.metrics());
        line.putAll(EventSummary.fields(summary.events()));
        line.put("instruction_type", run.instructionType());
        if (!summary.timing().sectionSeconds().isEmpty()) {
            line.put("timing", TimingFields.of(summary.timing(), stepsTaken(summary)));
        }
        line.put("score", summary.score());
        line.put("reason", summary.reason());
        line.put("status", summary.outcome().status().label());
        addLosses(line, summary);
        summary.outcome().metadata().forEach(line::putIfAbsent);
        return line;
    }

    /** Time was spent in the steps that were left out, too. */
    private static long stepsTaken(EpisodeSummary summary) {
        return summary.outcome().attributes().get(StepSchedule.TAKEN_ATTRIBUTE) instanceof Long n
                ? n
                : summary.numSamples();
    }

    private static void addIdentity(Map<String, Object> line, RunSpec run, EpisodeInfo info, EpisodeId id) {
        line.put("env_name", run.envName());
        line.put("task_name", run.taskName());
        line.put("run_name", run.runName());
        line.put("run", id.run());
        line.put("episode", id.episode());
        line.put("env_id", id.env());
        line.put("policy", info.policy());
        line.put("instruction", info.instruction());
        line.put("attributes", run.attributes());
    }

    private static void addLosses(Map<String, Object> line, EpisodeSummary summary) {
        if (summary.saturatedValues() > 0) {
            line.put("saturated_values", summary.saturatedValues());
        }
        if (summary.droppedFrames() > 0) {
            line.put("dropped_video_frames", summary.droppedFrames());
        }
        if (!summary.failedSinks().isEmpty()) {
            line.put("failed_sinks", summary.failedSinks());
        }
    }
}
