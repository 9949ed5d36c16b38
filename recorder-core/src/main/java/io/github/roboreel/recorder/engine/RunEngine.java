package io.github.roboreel.recorder.engine;

import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.files.OutputFolder;
import io.github.roboreel.recorder.files.OutputLock;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The engine of one open run: the ring, the sinks and the watch over them, the work after an episode, and the closing
 * of all this in order. Producers see it through the envs; {@link #open}, {@link #start} and {@link #close} are for one
 * thread.
 */
public final class RunEngine {
    private final RecorderParts parts;
    private final SinkSet sinks;
    private final PostEpisodeStage postEpisode;
    private final OutputLock ownLock;
    private final StopRequest stopRequest;
    private final StepRing ring;
    private final StallWatch watch;
    private final AtomicBoolean closing = new AtomicBoolean();
    private RecorderSampler sampler;
    private List<? extends Env> envs = List.of();
    private volatile boolean closed;

    /** One env's episode as the engine watches and ends it. */
    public interface Env {
        /** The env's index in the run. */
        int envId();

        /** Whether the episode has begun and not ended. */
        boolean isRecording();

        /** Steps stored so far. Any thread. */
        long numSamples();

        /** Steps that survive the death of this process. Any thread. */
        long durableSteps();

        /** Whether an end was called whose event is not in the ring yet: its thread is parked before a full ring. */
        boolean isEndPending();

        /**
         * Ends the episode from outside.
         *
         * @param deadlineNanos until when the row that its own thread has open is waited for
         * @param patienceNanos how long room in the ring is waited for
         */
        void abort(String reason, long deadlineNanos, long patienceNanos);

        /**
         * Gives a pending summary up, and freezes an episode still open.
         *
         * @return whether there was a pending summary
         */
        boolean settle(RecorderException cause);
    }

    private RunEngine(
            RecorderParts parts,
            SinkSet sinks,
            PostEpisodeStage postEpisode,
            OutputLock ownLock,
            StopRequest stopRequest) {
        this.parts = parts;
        this.sinks = sinks;
        this.postEpisode = postEpisode;
        this.ownLock = ownLock;
        this.stopRequest = stopRequest;
        ring = new StepRing(
                ringSize(),
                parts.schema(),
                parts.config().get(RecorderSettings.WAIT_STRATEGY),
                sinks.handlers(),
                parts.full(),
                threadName());
        watch = new StallWatch(parts, ring.consumers(), threadName() + "-watch");
    }

    private String threadName() {
        return "roboreel-run" + parts.run().run();
    }

    private int ringSize() {
        int needed = Math.max(
                parts.config().get(RecorderSettings.RING_SIZE), 4 * parts.run().numEnvs());
        return Integer.highestOneBit(2 * needed - 1);
    }

    /**
     * Prepares the folder and opens the sinks; nothing stays open when that fails.
     *
     * @param ownLock given back after the last write; null when the caller holds it
     */
    public static RunEngine open(RecorderParts parts, OutputLock ownLock, StopRequest stopRequest) {
        stopRequest.throwIfMade();
        OutputFolder.prepare(parts.run());
        PostEpisodeStage postEpisode = new PostEpisodeStage(parts, OutputFolder.openResults(parts.run()));
        SinkSet sinks = new SinkSet(parts, postEpisode::finish);
        try {
            sinks.open(stopRequest);
            return new RunEngine(parts, sinks, postEpisode, ownLock, stopRequest);
        } catch (Throwable e) {
            Undo.after(e, () -> undo(parts, sinks, postEpisode));
            throw e;
        }
    }

    /** Starts the sinks' threads and the watch over them, for these envs. */
    public void start(List<? extends Env> producers) {
        envs = List.copyOf(producers);
        ring.start();
        watch.start();
        sampler = new RecorderSampler(parts, envs);
        sampler.start();
        parts.meters().watchQueues(ring::backlog, postEpisode::queueLength);
    }

    /** Closes what {@link #open} opened, of a run that could not be started. */
    public void abandon() {
        ring.halt(Deadline.inSeconds(RunClosing.LAST_WORK_SECONDS));
        undo(parts, sinks, postEpisode);
    }

    private static void undo(RecorderParts parts, SinkSet sinks, PostEpisodeStage postEpisode) {
        sinks.close(handler -> true, Deadline.inSeconds(parts.config().get(RecorderSettings.CLOSE_TIMEOUT_SECONDS)));
        postEpisode.close(Deadline.inSeconds(RunClosing.LAST_WORK_SECONDS));
        parts.meters().close();
    }

    /** The run being recorded. */
    public RunSpec run() {
        return parts.run();
    }

    /** The fields of a step. */
    public FieldSchema schema() {
        return parts.schema();
    }

    /** The ring that producers claim slots of. */
    public StepRing ring() {
        return ring;
    }

    /** The frames that producers put images into. */
    public FrameSource frames() {
        return parts.frames();
    }

    /** The request that may end the recording. */
    public StopRequest stopRequest() {
        return stopRequest;
    }

    /** Steps of the env's episode that every data sink has staged or flushed. Any thread. */
    public long durableSteps(int env) {
        return sinks.durableSteps(env);
    }

    /**
     * Refuses a producer's call.
     *
     * @throws IllegalStateException when the run is closed
     * @throws RecorderException when the recording has failed
     */
    public void requireOpen() {
        if (closed) {
            throw new IllegalStateException("run " + parts.run().run() + " is closed; open the next run to record on");
        }
        parts.health().check();
    }

    /**
     * Aborts what is still recording, waits for the sinks, and closes them; a second call does nothing.
     *
     * @throws RecorderException the first failure of the recording, later ones suppressed
     */
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        RunClosing work = new RunClosing(parts, ring, sinks, postEpisode, watch, envs);
        work.endEpisodes();
        closed = true;
        sampler.recordingEnds();
        boolean stopped = work.closeSinksAndResults();
        sampler.stop();
        parts.meters().close();
        work.settle();
        if (stopped) {
            releaseLock();
        }
        parts.health().checkAtClose();
    }

    private void releaseLock() {
        try {
            if (ownLock != null) {
                ownLock.close();
            }
        } catch (RecorderException e) {
            parts.health().fail(e);
        }
    }
}
