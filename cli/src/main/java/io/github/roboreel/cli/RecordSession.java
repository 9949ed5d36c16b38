package io.github.roboreel.cli;

import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.simulator.BatchRunner;
import io.github.roboreel.simulator.TabletopBatch;
import io.github.roboreel.tools.EpisodeRecord;
import io.github.roboreel.tools.RunComplete;
import io.github.roboreel.tools.resume.RecordingIdentity;
import io.github.roboreel.tools.resume.Resumption;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Carries out a plan: one run after the other, until done or asked to end. */
final class RecordSession {
    private final RecordPlan plan;
    private final Progress progress;
    private final Consumer<String> news;
    private final Interruption interruption;
    private final List<EpisodeSummary> recorded = new ArrayList<>();
    private final List<Integer> skippedRuns = new ArrayList<>();
    private int runs;
    private int episodes;
    private int successes;

    RecordSession(
            RecordPlan plan, Progress progress, Consumer<String> news, Interruption interruption) {
        this.plan = plan;
        this.progress = progress;
        this.news = news;
        this.interruption = interruption;
    }

    /**
     * Records all runs that are not complete in the folder already.
     *
     * @throws io.github.roboreel.recorder.RecorderException when the recording failed
     */
    RecordResult run() throws IOException {
        OutputCheck.requireWritable(plan.folder());
        try (OutputLock lock = OutputLock.acquire(plan.folder())) {
            Resumption resumption = Resumption.of(lock, identity());
            OutputCheck.requireWritable(plan.envFolder());
            interruption.listen();
            long beganNanos = System.nanoTime();
            while (!interruption.isRequested()
                    && plan.target().needsMore(runs, episodes, successes)) {
                nextRun(resumption, lock);
            }
            double elapsedSeconds = (System.nanoTime() - beganNanos) * 1e-9;
            if (!interruption.isRequested()) {
                writeRunComplete();
            }
            return new RecordResult(
                    plan, recorded, skippedRuns, elapsedSeconds, interruption.isRequested());
        }
    }

    private RecordingIdentity identity() {
        TabletopBatch batch = plan.batch();
        return new RecordingIdentity(
                batch.task().name(), batch.numEnvs(), batch.seed(), batch.instructionType());
    }

    private void nextRun(Resumption resumption, OutputLock lock) throws IOException {
        int run = runs;
        Optional<List<EpisodeRecord>> complete = resumption.completeRun(run);
        if (complete.isPresent()) {
            skip(run, complete.get());
        } else {
            resumption
                    .makeWay(run)
                    .ifPresent(
                            r ->
                                    news.accept(
                                            "run "
                                                    + run
                                                    + " was not complete ("
                                                    + r.reason()
                                                    + ") and is repeated; what it left is in "
                                                    + r.folder()));
            count(record(run, lock));
        }
        runs++;
    }

    private void skip(int run, List<EpisodeRecord> there) {
        news.accept("run " + run + " is complete and skipped");
        skippedRuns.add(run);
        episodes += there.size();
        successes += (int) there.stream().filter(EpisodeRecord::isSuccess).count();
    }

    private void count(List<EpisodeSummary> summaries) {
        recorded.addAll(summaries);
        episodes += summaries.size();
        successes +=
                (int)
                        summaries.stream()
                                .filter(e -> Boolean.TRUE.equals(e.outcome().success()))
                                .count();
    }

    private List<EpisodeSummary> record(int run, OutputLock lock) {
        BatchRunner runner = new BatchRunner(plan.batch(), plan.workers(), plan.realtime());
        try (EpisodeRecorder recorder =
                        EpisodeRecorder.open(
                                plan.config(),
                                plan.batch().runSpec(plan.folder(), run),
                                plan.schema(),
                                lock);
                RunMonitor monitor =
                        new RunMonitor(recorder, progress, plan.maxSteps(), interruption)) {
            return runner.run(recorder, monitor);
        }
    }

    private void writeRunComplete() throws IOException {
        TabletopBatch batch = plan.batch();
        RunComplete.of(
                        batch.numEnvs(),
                        runs,
                        plan.videoMode(),
                        batch.seed(),
                        batch.instructionType())
                .write(plan.envFolder());
    }
}
