package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeRecorderBuilder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.runner.BatchRunner;
import io.github.roboreel.runner.EpisodeBudget;
import io.github.roboreel.runner.RecordingBatch;
import io.github.roboreel.tools.resume.Resumption;
import io.github.roboreel.tools.resume.Resumption.CompleteRun;
import io.github.roboreel.tools.resume.Resumption.ReplacedRun;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Carries out a plan: one run after the other, until done or asked to end. */
final class RecordSession {
    private final RecordPlan plan;
    private final Progress progress;
    private final RecordNews news;
    private final RecoveryOffer recovery;
    private final Interruption interruption;
    private final LiveView liveView;
    private final List<EpisodeSummary> episodes = new ArrayList<>();
    private final List<Integer> skippedRuns = new ArrayList<>();
    private final List<ReplacedRun> replacedRuns = new ArrayList<>();
    private Optional<MeterRegistry> meters = Optional.empty();
    private boolean hasUnfinishedRun;
    private double recordedSeconds;
    private RunTally recorded = RunTally.NONE;
    private RunTally skipped = RunTally.NONE;

    RecordSession(
            RecordPlan plan,
            Progress progress,
            RecordNews news,
            RecoveryOffer recovery,
            Interruption interruption,
            LiveView liveView) {
        this.plan = plan;
        this.progress = progress;
        this.news = news;
        this.recovery = recovery;
        this.interruption = interruption;
        this.liveView = liveView;
    }

    /**
     * Records all runs that are not complete in the folder already.
     *
     * @throws RecorderException when the recording failed
     * @throws io.github.roboreel.format.fault.RoboReelException of kind UNCLOSED, when a run in the folder was not
     *     closed and is not to be recovered; nothing was touched
     */
    RecordResult run() throws IOException {
        requireWritable(plan.folder());
        try (OutputLock lock = OutputLock.acquire(plan.folder())) {
            return run(lock, recovery.resume(lock, plan.identity(), plan));
        } finally {
            interruption.finished();
        }
    }

    private RecordResult run(OutputLock lock, Resumption resumption) throws IOException {
        try (LiveView.Shown shown = liveView.start(plan.folder())) {
            meters = shown.registry();
            resumption.tornLine().ifPresent(news::tornLine);
            news.notCompared(resumption.keysNotCompared());
            requireWritable(plan.envFolder());
            interruption.finishWithin(plan.stopLimit(), "./roboreel recover " + plan.folder() + " closes them");
            long beganNanos = System.nanoTime();
            if (plan.isContinuous()) {
                recordEpisodes(resumption, lock);
            }
            while (!plan.isContinuous() && !interruption.isRequested() && needsMore()) {
                nextRun(resumption, lock);
            }
            double elapsedSeconds = (System.nanoTime() - beganNanos) * 1e-9;
            boolean isCut = isCut();
            if (!isCut) {
                promise(resumption);
            }
            return new RecordResult(
                    plan, episodes, recorded, skippedRuns, skipped, replacedRuns, elapsedSeconds, isCut);
        }
    }

    private RunTally complete() {
        return skipped.plus(recorded);
    }

    private boolean needsMore() {
        return plan.target().needsMore(complete());
    }

    /** A request to end that came when the last run was over cut nothing. */
    private boolean isCut() {
        return interruption.isRequested() && (needsMore() || hasUnfinishedRun);
    }

    private void nextRun(Resumption resumption, OutputLock lock) throws IOException {
        int run = complete().runs();
        Optional<CompleteRun> complete;
        try {
            complete = interruption.breakable(() -> resumption.completeRun(run));
        } catch (InterruptedIOException e) {
            return;
        }
        if (complete.isPresent()) {
            skip(run, complete.get());
        } else if (!interruption.isRequested()) {
            resumption.withdrawPromise().ifPresent(news::withdrawnPromise);
            resumption.makeWay(run).ifPresent(this::replace);
            count(record(run, lock, null));
        }
    }

    /** Those that were judged before count; the others go into run files of their own. */
    private void recordEpisodes(Resumption resumption, OutputLock lock) throws IOException {
        List<EpisodeRecord> judged = resumption.judgedEpisodes();
        skipped = skipped.plus(judged.stream().map(EpisodeRecord::success).toList());
        IntStream.range(0, resumption.nextRun()).forEach(skippedRuns::add);
        if (!needsMore()) {
            return;
        }
        resumption.withdrawPromise().ifPresent(news::withdrawnPromise);
        int run = resumption.nextRun();
        RunTarget wanted = plan.target();
        EpisodeBudget budget = new EpisodeBudget(
                wanted.most() - skipped.judged(),
                run * plan.demosPerRun(),
                (successes, number, all) -> wanted.isEnough(
                        skipped.successes() + successes, skipped.judged() + number, skipped.episodes() + all));
        count(record(run, lock, budget));
    }

    private void skip(int run, CompleteRun there) {
        news.skipped(run, there.missingFiles());
        skippedRuns.add(run);
        skipped = skipped.plus(
                there.results().stream().map(EpisodeRecord::success).toList());
    }

    private void replace(ReplacedRun replaced) {
        news.replaced(replaced);
        replacedRuns.add(replaced);
    }

    /** An episode that was stopped before its first step recorded nothing. */
    private void count(List<EpisodeSummary> summaries) {
        long judged =
                summaries.stream().filter(e -> e.outcome().status().isJudged()).count();
        hasUnfinishedRun |= !plan.isContinuous() && judged < plan.batch().numEnvs();
        List<EpisodeSummary> withSteps =
                summaries.stream().filter(e -> e.numSamples() > 0).toList();
        episodes.addAll(withSteps);
        recorded = recorded.plus(withSteps.stream()
                .map(e -> Optional.ofNullable(e.outcome().success()))
                .toList());
    }

    /** @param budget of continuous episodes; null for one episode per env */
    private List<EpisodeSummary> record(int run, OutputLock lock, EpisodeBudget budget) {
        long beganNanos = System.nanoTime();
        BatchRunner runner = new BatchRunner(plan.batch(), plan.workers(), plan.realtime());
        try (EpisodeRecorder recorder = recorder(run, lock).open();
                RunMonitor monitor =
                        new RunMonitor(recorder, progress, plan, place(), skipped.judged(), interruption)) {
            return budget == null ? runner.run(recorder, monitor) : runner.run(recorder, monitor, budget);
        } catch (RecorderException e) {
            if (e.kind() != Kind.INTERRUPTED) {
                throw e;
            }
            return List.of();
        } finally {
            recordedSeconds += (System.nanoTime() - beganNanos) * 1e-9;
        }
    }

    private EpisodeRecorderBuilder recorder(int run, OutputLock lock) {
        RunSpec spec = plan.batch().runSpec(plan.folder(), run, plan.demosPerRun());
        EpisodeRecorderBuilder builder = EpisodeRecorder.builder(spec, plan.schema())
                .config(plan.config())
                .lock(lock)
                .stopRequest(interruption.request());
        meters.ifPresent(builder::meters);
        return plan.isContinuous() ? builder.continuous() : builder;
    }

    private BatchPlace place() {
        return new BatchPlace(
                plan.target().mostRuns(plan.batch().numEnvs()),
                plan.target().mayEndEarlier(),
                recorded.runs(),
                recordedSeconds);
    }

    private void promise(Resumption resumption) throws IOException {
        RecordingBatch batch = plan.batch();
        int lastRun = episodes.stream().mapToInt(e -> e.id().run()).max().orElse(-1);
        int numRuns = plan.isContinuous()
                ? Math.max(resumption.nextRun(), lastRun + 1)
                : resumption.completeRuns(complete().runs());
        RunComplete complete = RunComplete.of(
                batch.numEnvs(),
                numRuns,
                plan.videoMode(),
                batch.seed(),
                batch.request().instructionType());
        (plan.isContinuous()
                        ? complete.continuous(plan.demosPerRun(), complete().judged())
                        : complete)
                .write(plan.envFolder());
    }

    /**
     * Makes the folder when it is not there.
     *
     * @throws RoboReelException when it cannot be written
     */
    private static void requireWritable(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, "writable", ".tmp"));
        } catch (IOException e) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    Sentence.of(
                            "the output folder %s cannot be written (%s); choose another with --output-dir or mend its "
                                    + "permissions",
                            folder, Sentence.reasonOf(e)),
                    e);
        }
    }
}
