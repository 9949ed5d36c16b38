package io.github.roboreel.recorder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.EventSummary;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.ResultLine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The result line of an episode that has ended. */
final class EpisodeResult {
    /** RoboLab's, in its order. */
    private static final List<String> SECTIONS = List.of("policy_inference", "env_step", "video_write");

    private EpisodeResult() {}

    static ObjectNode of(RunSpec run, EpisodeInfo info, EpisodeSummary summary) {
        ResultLine line = new ResultLine(
                run.envName(),
                run.taskName(),
                run.runName(),
                summary.id().run(),
                summary.id().episode(),
                summary.id().env(),
                run.isContinuous() ? summary.id().simEnv() : null,
                info.policy(),
                info.instruction(),
                List.copyOf(run.attributes()),
                summary.outcome().success(),
                summary.numSamples(),
                summary.durationSeconds(),
                info.dtSeconds(),
                summary.metrics(),
                EventSummary.tally(summary.events()),
                EventSummary.ownTally(summary.events()),
                run.instructionType(),
                timing(summary.timing(), stepsTaken(summary)),
                summary.score(),
                summary.reason(),
                summary.outcome().status().label(),
                summary.saturatedValues(),
                summary.droppedFrames(),
                summary.failedSinks());
        return line.toJson(FormatJson.tree(summary.outcome().metadata()));
    }

    /** Time was spent in the steps that were left out, too. */
    private static long stepsTaken(EpisodeSummary summary) {
        return summary.outcome().attributes().get(EpisodeMetadata.STEPS_TAKEN) instanceof Long n
                ? n
                : summary.numSamples();
    }

    /** The {@code timing}: RoboLab's sections, 0 s where nothing was measured, then others; rounded as Python does. */
    private static Map<String, Object> timing(EpisodeTiming timing, long steps) {
        Map<String, Double> sections = new LinkedHashMap<>();
        SECTIONS.forEach(section -> sections.put(section, 0.0));
        sections.putAll(timing.sectionSeconds());
        Map<String, Object> fields = new LinkedHashMap<>();
        double totalSeconds = 0;
        for (Map.Entry<String, Double> section : sections.entrySet()) {
            double seconds = section.getValue();
            fields.put(section.getKey() + "_s", rounded(seconds, 3));
            fields.put(section.getKey() + "_avg_ms", steps == 0 ? 0.0 : rounded(1000 * seconds / steps, 1));
            totalSeconds += seconds;
        }
        double wallSeconds = rounded(totalSeconds, 3);
        fields.put(ResultLine.WALL_TOTAL_S, wallSeconds);
        fields.put("it_per_sec", wallSeconds == 0 ? 0.0 : rounded(steps / wallSeconds, 2));
        return fields;
    }

    /** Half to even on the exact binary value. */
    private static double rounded(double value, int digits) {
        return new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).doubleValue();
    }
}
