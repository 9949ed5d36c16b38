package io.github.roboreel.cli;

import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.simulator.BatchRunner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Carries out a plan: one run after the other, until done or asked to end. */
final class RecordSession {
    private final RecordPlan plan;
    private final Progress progress;
    private final Interruption interruption;

    RecordSession(RecordPlan plan, Progress progress, Interruption interruption) {
        this.plan = plan;
        this.progress = progress;
        this.interruption = interruption;
    }

    /**
     * Records all runs.
     *
     * @throws io.github.roboreel.recorder.RecorderException when the recording failed
     */
    RecordResult run() throws IOException {
        OutputCheck.requireRoomFor(plan);
        interruption.listen();
        long beganNanos = System.nanoTime();
        List<EpisodeSummary> episodes = new ArrayList<>();
        for (int run = 0; run < plan.numRuns() && !interruption.isRequested(); run++) {
            episodes.addAll(record(run));
        }
        double elapsedSeconds = (System.nanoTime() - beganNanos) * 1e-9;
        if (!interruption.isRequested()) {
            RunComplete.write(plan);
        }
        return new RecordResult(plan, episodes, elapsedSeconds, interruption.isRequested());
    }

    private List<EpisodeSummary> record(int run) {
        BatchRunner runner = new BatchRunner(plan.batch(), plan.workers(), plan.realtime());
        try (EpisodeRecorder recorder =
                        EpisodeRecorder.open(
                                plan.config(),
                                plan.batch().runSpec(plan.folder(), run),
                                plan.schema());
                RunMonitor monitor =
                        new RunMonitor(recorder, progress, plan.maxSteps(), interruption)) {
            return runner.run(recorder, monitor);
        }
    }
}
