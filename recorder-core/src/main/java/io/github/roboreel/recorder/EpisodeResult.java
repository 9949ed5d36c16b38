package io.github.roboreel.recorder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.EventSummary;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.ResultLine;
import java.util.List;

/** The result line of an episode that has ended. */
public final class EpisodeResult {
    private EpisodeResult() {}

    public static ObjectNode of(RunSpec run, EpisodeInfo info, EpisodeSummary summary) {
        ResultLine line = new ResultLine(
                run.envName(),
                run.taskName(),
                run.runName(),
                summary.id().run(),
                summary.id().episode(),
                summary.id().env(),
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
                TimingFields.of(summary.timing(), stepsTaken(summary)),
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
}
