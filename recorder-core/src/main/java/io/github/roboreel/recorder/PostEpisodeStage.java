package io.github.roboreel.recorder;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work on an episode after every sink has finalized it, on one thread of its own: its metrics from the stored demo, its
 * event log, its line in the results, then its summary. The results are data: failing to write them fails the
 * recording. Metrics and logs are not: the metric set or the log that failed is named in the line, and the others'
 * values stay.
 */
final class PostEpisodeStage {
    private static final Logger LOG = LoggerFactory.getLogger(PostEpisodeStage.class);

    private final RunSpec run;
    private final ResultsFile results;
    private final LiveEventLogs liveLogs;
    private final List<EpisodeSink> sinks;
    private final MetricSets metricSets;
    private final RecordingHealth health;
    private final RecorderMeters meters;
    private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    private final ExecutorService thread;
    private final AtomicLong episodes = new AtomicLong();
    private final AtomicLong steps = new AtomicLong();
    private RunReader reader;

    PostEpisodeStage(RecorderParts parts, ResultsFile results, LiveEventLogs liveLogs) {
        this.results = results;
        this.liveLogs = liveLogs;
        run = parts.run();
        sinks = parts.sinks();
        metricSets = parts.metricSets();
        health = parts.health();
        meters = parts.meters();
        thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, waiting, this::newThread) {
            @Override
            protected void terminated() {
                closeReader();
            }
        };
    }

    private Thread newThread(Runnable work) {
        Thread created = new Thread(work, "roboreel-run" + run.run() + "-post-episode");
        created.setDaemon(true);
        return created;
    }

    /** Episodes that wait for their turn. Any thread. */
    int queueLength() {
        return waiting.size();
    }

    /** Episodes that ended in this run, discarded ones too. Any thread. */
    long episodes() {
        return episodes.get();
    }

    /** Steps of all of them. Any thread. */
    long steps() {
        return steps.get();
    }

    /** Any thread. */
    void finish(EpisodeClosing closing) {
        try {
            thread.execute(() -> settle(closing));
        } catch (RejectedExecutionException closed) {
            closing.future().completeExceptionally(tooLate(closing));
        }
    }

    private RecorderException tooLate(EpisodeClosing closing) {
        return new RecorderException(
                Kind.STALLED,
                Sentence.of(
                        "%s of run %s was finalized after the recorder was closed, too late for its result",
                        closing.id().demoName(), run.run()));
    }

    /** Waits for the episodes already handed in, or for the time to be over, before the sinks are closed. */
    void drain(Deadline deadline) {
        Future<?> last = thread.submit(this::closeReader);
        deadline.await(last::isDone);
    }

    /** Waits for the episodes already handed in; false when they were not through in time. */
    boolean close(Deadline deadline) {
        thread.shutdown();
        return deadline.await(thread::isTerminated);
    }

    private void settle(EpisodeClosing closing) {
        try {
            health.check();
            EpisodeSummary summary =
                    closing.outcome().status() == EpisodeStatus.DISCARDED ? discarded(closing) : written(closing);
            meters.framesDropped(summary.droppedFrames());
            meters.episodeFinished(summary.outcome().status());
            episodes.incrementAndGet();
            steps.addAndGet(summary.numSamples());
            LOG.info(
                    "run {} of {}: {} of env {} ended as {} after {} steps",
                    run.run(),
                    run.envName(),
                    closing.id().demoName(),
                    closing.id().simEnv(),
                    summary.outcome().status().label(),
                    summary.numSamples());
            if (summary.droppedRows() > 0) {
                LOG.warn(
                        "run {} of {}: {} of env {}: rows that were filled and not published, and are not recorded: {}",
                        run.run(),
                        run.envName(),
                        closing.id().demoName(),
                        closing.id().simEnv(),
                        summary.droppedRows());
            }
            closing.future().complete(summary);
        } catch (RecorderException e) {
            closing.future().completeExceptionally(e);
        } catch (Throwable e) {
            RecorderException failure = new RecorderException(
                    Sentence.of(
                            "the result of %s in run %s could not be written to %s: %s",
                            closing.id().demoName(), run.run(), RunFolder.RESULTS, e.getMessage()),
                    e);
            health.fail(failure);
            closing.future().completeExceptionally(failure);
        }
    }

    private EpisodeSummary discarded(EpisodeClosing closing) {
        liveLogs.remove(closing.id());
        return closing.summary(Map.of());
    }

    private EpisodeSummary written(EpisodeClosing closing) throws IOException {
        Map<String, Double> metrics = metrics(closing);
        try {
            EventLogFile.write(run, closing.info(), closing.summary(metrics));
            liveLogs.remove(closing.id());
        } catch (Exception | Error e) {
            sideFailure(closing, "log", e);
        }
        EpisodeSummary summary = closing.summary(metrics);
        results.append(EpisodeResult.of(run, closing.info(), summary));
        return summary;
    }

    private Map<String, Double> metrics(EpisodeClosing closing) {
        if (metricSets.names().isEmpty()) {
            return Map.of();
        }
        try {
            Optional<MetricSets.Computed> computed = computed(closing);
            computed.ifPresent(c -> c.failures().forEach((set, e) -> sideFailure(closing, MetricSets.FAILED + set, e)));
            return computed.map(MetricSets.Computed::values).orElse(Map.of());
        } catch (Exception | Error e) {
            closeReader();
            sideFailure(closing, "metrics", e);
            return Map.of();
        }
    }

    /** Empty when no sink keeps anything to be read. */
    private Optional<MetricSets.Computed> computed(EpisodeClosing closing) throws IOException {
        if (reader == null) {
            reader = openReader().orElse(null);
        }
        if (reader == null) {
            return Optional.empty();
        }
        EpisodeReader episode = reader.demo(closing.id().demoName());
        MetricSets.Computed computed =
                metricSets.compute(episode, closing.info().dtSeconds());
        if (!computed.failures().isEmpty()) {
            // It may be the reader that is broken.
            closeReader();
        }
        return Optional.of(computed);
    }

    private void closeReader() {
        RunReader closing = reader;
        reader = null;
        try {
            if (closing != null) {
                closing.close();
            }
        } catch (Exception | Error e) {
            LOG.warn("the reader of run {} could not be closed: {}", run.run(), e.getMessage());
        }
    }

    private Optional<RunReader> openReader() throws IOException {
        for (EpisodeSink sink : sinks) {
            Optional<RunReader> reader = sink.role() == EpisodeSink.Role.DATA ? sink.openReader() : Optional.empty();
            if (reader.isPresent()) {
                return reader;
            }
        }
        return Optional.empty();
    }

    private void sideFailure(EpisodeClosing closing, String part, Throwable cause) {
        closing.sideFailure(part);
        LOG.warn("{} of {} in run {} failed: {}", part, closing.id().demoName(), run.run(), Sentence.reasonOf(cause));
    }
}
