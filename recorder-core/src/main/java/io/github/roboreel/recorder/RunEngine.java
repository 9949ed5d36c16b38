package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine of one open run: the ring, the sinks and the watch over them, the work after an episode, and the closing
 * of all this in order. Producers see it through the envs; {@link #open}, {@link #start} and {@link #close} are for one
 * thread.
 */
final class RunEngine {
    /** Runs of continuous episodes that are open at once: one that is being closed, the current one, the next. */
    static final int MAX_OPEN = 3;

    private static final Logger LOG = LoggerFactory.getLogger(RunEngine.class);

    private final RecorderParts parts;
    private final SinkSet sinks;
    private final PostEpisodeStage postEpisode;
    private final LiveEventLogs liveLogs;
    private final StepRing ring;
    private final StallWatch watch;
    private final FileFill fileFill;
    private RecorderSampler sampler;
    private final List<EnvEpisode> envs = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    private RunEngine(RecorderParts parts, SinkSet sinks, PostEpisodeStage postEpisode, LiveEventLogs liveLogs) {
        this.parts = parts;
        this.liveLogs = liveLogs;
        this.sinks = sinks;
        this.postEpisode = postEpisode;
        ring = new StepRing(
                parts.memory().slots(), sinks.handlers(), parts.memory().full(), threadName());
        watch = new StallWatch(parts, ring.consumers(), threadName() + "-watch");
        fileFill = new FileFill(parts.config(), parts.run());
    }

    private String threadName() {
        return "roboreel-run" + parts.run().run();
    }

    /**
     * Opens the sinks; nothing stays open when that fails.
     *
     * @param results of the run's folder, which is prepared; closed by the caller, after the run
     */
    static RunEngine open(RecorderParts parts, ResultsFile results, StopRequest stopRequest) {
        stopRequest.throwIfMade();
        LiveEventLogs liveLogs = new LiveEventLogs(parts.run());
        PostEpisodeStage postEpisode = new PostEpisodeStage(parts, results, liveLogs);
        SinkSet sinks = new SinkSet(parts, postEpisode::finish);
        try {
            sinks.open(stopRequest);
            return new RunEngine(parts, sinks, postEpisode, liveLogs);
        } catch (Throwable e) {
            Undo.after(e, () -> undo(parts, sinks, postEpisode));
            throw e;
        }
    }

    /** Starts the sinks' threads and the watch over them. */
    void start() {
        ring.start();
        watch.start();
        sampler = new RecorderSampler(parts, envs, fileFill);
        sampler.start();
        liveLogs.start();
        parts.meters().watchQueues(ring::backlog, postEpisode::queueLength);
        RunSpec run = parts.run();
        LOG.info("run {} of {}: opened for {} envs in {}", run.run(), run.envName(), run.numEnvs(), run.envFolder());
    }

    /** Watches one more episode, and ends it at the close. Any thread. */
    void add(EnvEpisode episode) {
        envs.add(episode);
        liveLogs.add(episode.id(), episode::events);
        fileFill.begin();
    }

    /**
     * How full the run's file is by {@link RecorderSettings#FILE_MAX_MB} and {@link RecorderSettings#FILE_MAX_SECONDS};
     * from 1 on no further episode is to begin in it. Any thread.
     */
    double fileFill() {
        return fileFill.value();
    }

    /** Takes back what {@link #open} and {@link #start} did, before any episode has begun. */
    void abandon() {
        closed = true;
        watch.stop();
        if (sampler != null) {
            sampler.stop();
        }
        liveLogs.stop();
        ring.halt(Deadline.inSeconds(RunClosing.LAST_WORK_SECONDS));
        undo(parts, sinks, postEpisode);
    }

    private static void undo(RecorderParts parts, SinkSet sinks, PostEpisodeStage postEpisode) {
        sinks.openingFailed();
        sinks.close(handler -> true, Deadline.inSeconds(parts.config().get(RecorderSettings.CLOSE_TIMEOUT_SECONDS)));
        postEpisode.close(Deadline.inSeconds(RunClosing.LAST_WORK_SECONDS));
        parts.meters().close();
    }

    /** The run being recorded. */
    RunSpec run() {
        return parts.run();
    }

    /** The fields of a step. */
    FieldSchema schema() {
        return parts.schema();
    }

    /** The ring that producers claim slots of. */
    StepRing ring() {
        return ring;
    }

    /** The frames that producers put images into. */
    FrameSource frames() {
        return parts.memory().frames();
    }

    /** Steps of the env's episode that every data sink has staged or flushed. Any thread. */
    long durableSteps(int env) {
        return sinks.durableSteps(env);
    }

    /** Events of the env's episode that every data sink has consumed. Any thread. */
    int eventsTaken(int env) {
        return sinks.eventsTaken(env);
    }

    /**
     * Refuses a producer's call.
     *
     * @throws IllegalStateException when the run is closed
     * @throws RecorderException when the recording has failed
     */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("run " + parts.run().run() + " is closed; open the next run to record on");
        }
        parts.health().check();
    }

    /**
     * Waits until the run that follows this one is open; metered as the wait of a producer.
     *
     * @return the result of its opening
     * @throws RecorderException when it failed, or took longer than closing a run may
     */
    <T> T awaitNext(Future<T> opening) {
        int seconds = parts.config().get(RecorderSettings.CLOSE_TIMEOUT_SECONDS);
        long begunNanos = System.nanoTime();
        try {
            return opening.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new RecorderException(
                    "the next run cannot be opened: " + Sentence.reasonOf(e.getCause()), e.getCause());
        } catch (TimeoutException e) {
            throw new RecorderException(
                    Kind.STALLED,
                    Sentence.of(
                            "the next run was not open within %s s; raise %s if the disk is that slow",
                            seconds, RecorderSettings.CLOSE_TIMEOUT_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecorderException(Kind.INTERRUPTED, "interrupted while the next run was being opened");
        } finally {
            meterWait(begunNanos);
        }
    }

    /** Meters the wait of a producer that no sink of this run can end. */
    void meterWait(long begunNanos) {
        parts.memory().full().meter(begunNanos);
    }

    /**
     * Aborts what is still recording, waits for the sinks, and closes them. What fails shows in the recording's health.
     * For one call.
     *
     * @return whether no thread writes any more
     */
    boolean close() {
        RunClosing work = new RunClosing(parts, ring, sinks, postEpisode, watch, envs);
        work.endEpisodes();
        closed = true;
        sampler.recordingEnds();
        boolean stopped = work.closeSinksAndResults();
        sampler.stop();
        liveLogs.stop();
        parts.meters().close();
        work.settle();
        LOG.info(
                "run {} of {}: closed with {} episodes, {} steps, {} bytes of run file",
                parts.run().run(),
                parts.run().envName(),
                postEpisode.episodes(),
                postEpisode.steps(),
                fileFill.bytes());
        return stopped;
    }
}
