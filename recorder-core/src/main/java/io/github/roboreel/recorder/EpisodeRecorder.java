package io.github.roboreel.recorder;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.files.OutputExistsException;
import io.github.roboreel.recorder.files.OutputLock;
import io.github.roboreel.recorder.files.OutputLockedException;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Records one run: hands out one {@link EnvRecorder} per env, carries their steps through the ring to the sinks, and
 * closes everything in order.
 *
 * <p>Threads: {@code open} and {@code close} by one thread; env handles by one thread each; the batch entry by one
 * thread. While the ring has room, handing over a step allocates nothing, takes no lock and makes no system call; when
 * it is full the producer parks and the wait is metered as {@code roboreel.producer.wait}.
 *
 * <p>Failure: a caller's mistake throws at the call. When a data sink fails, the next call of every producer throws
 * {@link RecorderException}; what was written before stays valid. A side sink's failure shows in
 * {@link EpisodeSummary#failedSinks}.
 *
 * <p>Nobody waits for ever. A producer parks while the ring or the frame pool is full; when the data sink it waits for
 * makes no progress for {@code recorder.stall_limit_seconds} (4), the recording fails and the producer gets a
 * {@link RecorderException}. While there is room it may hang for {@code recorder.close_timeout_seconds}. A side sink
 * that makes no progress for so long is left out, and the recording goes on without it. A slow sink that gets on,
 * however slowly, is neither: it slows the producers down. An episode's summary comes, or fails,
 * {@code recorder.close_timeout_seconds} after the last sign of life of the sink it waits for, at the latest.
 *
 * <p>Durability, that is what is still there afterwards:
 *
 * <ul>
 *   <li>Against the death of this process: every step that {@link EnvRecorder#durableSteps} counts. Lost at most: the
 *       steps of all envs that were handed over and not yet consumed by the data sinks, which is never more than
 *       {@code recorder.ring_size} (4096; at least 4 per env), nor, with cameras, than the frame pool holds. While the
 *       sinks keep up that is the one or two steps per env of the last milliseconds; unpaced producers fill the ring,
 *       and a full ring is some tenths of a second of recording. {@code roboreel recover} brings back the others. An
 *       episode whose summary completed has its result line and its data.
 *   <li>Against a loss of power with {@code hdf5.durability: process} (the default): nothing is forced. The operating
 *       system writes back by itself, Linux after some 30 s; what it had not written is lost, and {@code roboreel
 *       recover} brings back or salvages what reads of a run file that was open.
 *   <li>With {@code data} the file's data, with {@code full} its metadata too are forced at every flush: at most
 *       {@code hdf5.flush_interval_steps} (500) steps per env or {@code hdf5.flush_interval_seconds} (1) of recording
 *       are lost, whichever comes first, and what the ring held.
 * </ul>
 */
public final class EpisodeRecorder implements AutoCloseable {
    private final RecorderConfig config;
    private final RunSpec run;
    private final FieldSchema schema;
    private final RecordingHealth health;
    private final RecorderMeters meters;
    private final StepRing ring;
    private final SinkSet sinks;
    private final PostEpisodeStage postEpisode;
    private final EnvRecorder[] envs;
    private final BatchWriter batch;
    private final OutputLock ownLock;
    private final StopRequest stopRequest;
    private final StallWatch watch;
    private final RecorderSampler sampler;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;

    private EpisodeRecorder(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            RecorderParts parts,
            SinkSet sinks,
            PostEpisodeStage postEpisode,
            OutputLock ownLock,
            RecordingPlan plan,
            StopRequest stopRequest) {
        this.config = config;
        this.ownLock = ownLock;
        this.stopRequest = stopRequest;
        this.run = run;
        this.schema = schema;
        this.sinks = sinks;
        this.postEpisode = postEpisode;
        health = parts.health();
        meters = parts.meters();
        ring = new StepRing(
                ringSize(config, run),
                schema,
                config.get(RecorderSettings.WAIT_STRATEGY),
                sinks.handlers(),
                parts.full(),
                "roboreel-run" + run.run());
        watch = new StallWatch(config, ring.consumers(), parts, "roboreel-run" + run.run() + "-watch");
        WallClock clock = new WallClock();
        envs = new EnvRecorder[run.numEnvs()];
        for (int env = 0; env < envs.length; env++) {
            envs[env] = new EnvRecorder(run.id(env), run.episodes().get(env), this, ring, parts.frames(), clock, plan);
        }
        batch = new BatchWriter(envs, ring);
        sampler = new RecorderSampler(config, run, envs, meters);
    }

    /** Opens a run with every sink on the class path and meters that nobody reads. */
    public static EpisodeRecorder open(RecorderConfig config, RunSpec run, FieldSchema schema) {
        return open(config, run, schema, sinksOnClassPath(config, run), new SimpleMeterRegistry());
    }

    /** As {@link #open(RecorderConfig, RunSpec, FieldSchema)}, under a lock the caller holds. */
    public static EpisodeRecorder open(RecorderConfig config, RunSpec run, FieldSchema schema, OutputLock lock) {
        return open(config, run, schema, lock, new StopRequest());
    }

    /**
     * As above, for a caller that may ask it to stop at any moment: from before this call, which it ends, to
     * {@link #close}, which it makes leave out what can be left out.
     *
     * @throws RecordingStoppedException when the request is made before the run is open; nothing of the run is left in
     *     the folder
     */
    public static EpisodeRecorder open(
            RecorderConfig config, RunSpec run, FieldSchema schema, OutputLock lock, StopRequest stopRequest) {
        lock.requireHeldFor(run.folder());
        RecorderParts parts =
                RecorderParts.of(config, run, schema, sinksOnClassPath(config, run), new SimpleMeterRegistry());
        return open(config, run, schema, parts, null, RecordingPlan.EVERYTHING, stopRequest);
    }

    /**
     * As {@link #open(RecorderConfig, RunSpec, FieldSchema)}, recording what a plan says: some episodes or steps only,
     * with values and attributes of callbacks.
     */
    public static EpisodeRecorder open(RecorderConfig config, RunSpec run, FieldSchema schema, RecordingPlan plan) {
        List<EpisodeSink> sinks = sinksOnClassPath(config, plannedRun(run, plan));
        return open(config, run, schema, sinks, new SimpleMeterRegistry(), plan);
    }

    /**
     * The run as its files describe it under a plan: when every n-th step is stored only, dt, decimation and
     * render_interval are n times as long. Sinks are created for this one; {@code open} takes the run as it was, for
     * doing this twice makes the period n times as long again.
     */
    public static RunSpec plannedRun(RunSpec run, RecordingPlan plan) {
        return PlannedRun.of(run, plan.steps());
    }

    /**
     * Opens a run: prepares its folder, opens every sink, starts their threads.
     *
     * @param sinks at least one; the recorder owns and closes them from here on
     * @throws IllegalArgumentException when the arguments do not fit together, or an image is neither stored nor
     *     {@linkplain EpisodeSink#consumes consumed} by a sink; nothing was created
     * @throws OutputLockedException when another recorder writes into the folder
     * @throws OutputExistsException when the folder already holds this run; nothing was touched
     * @throws RecorderException when the folder cannot be written or a sink cannot open
     */
    public static EpisodeRecorder open(
            RecorderConfig config, RunSpec run, FieldSchema schema, List<EpisodeSink> sinks, MeterRegistry meters) {
        return open(config, run, schema, sinks, meters, RecordingPlan.EVERYTHING);
    }

    /**
     * As above, recording what a plan says.
     *
     * @param run as the simulator runs it; the recorder's own is {@link #plannedRun}
     * @param sinks created for {@link #plannedRun}
     */
    public static EpisodeRecorder open(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            List<EpisodeSink> sinks,
            MeterRegistry meters,
            RecordingPlan plan) {
        RunSpec planned = plannedRun(run, plan);
        RecorderParts parts = RecorderParts.of(config, planned, schema, sinks, meters);
        try {
            OutputLock lock = OutputLock.acquire(planned.folder());
            try {
                return open(config, planned, schema, parts, lock, plan, new StopRequest());
            } catch (Throwable e) {
                lock.close();
                throw e;
            }
        } catch (Throwable e) {
            parts.meters().close();
            throw e;
        }
    }

    /**
     * As above, for a caller that holds the folder's lock over several runs and gives it back itself after the last one
     * is closed.
     *
     * @throws IllegalArgumentException when the lock is another folder's, or was given back
     */
    public static EpisodeRecorder open(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            List<EpisodeSink> sinks,
            MeterRegistry meters,
            OutputLock lock) {
        return open(config, run, schema, sinks, meters, RecordingPlan.EVERYTHING, lock);
    }

    /**
     * As above, recording what a plan says.
     *
     * @param run as the simulator runs it; the recorder's own is {@link #plannedRun}
     * @param sinks created for {@link #plannedRun}
     */
    public static EpisodeRecorder open(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            List<EpisodeSink> sinks,
            MeterRegistry meters,
            RecordingPlan plan,
            OutputLock lock) {
        lock.requireHeldFor(run.folder());
        RunSpec planned = plannedRun(run, plan);
        RecorderParts parts = RecorderParts.of(config, planned, schema, sinks, meters);
        return open(config, planned, schema, parts, null, plan, new StopRequest());
    }

    static EpisodeRecorder open(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            RecorderParts parts,
            OutputLock ownLock,
            RecordingPlan plan,
            StopRequest stopRequest) {
        stopRequest.throwIfMade();
        OutputFolder.prepare(run);
        PostEpisodeStage postEpisode = new PostEpisodeStage(
                run, OutputFolder.openResults(run), parts.sinks(), parts.metricSets(), parts.health(), parts.meters());
        SinkSet sinkSet = new SinkSet(parts, schema.maxImages(), postEpisode::finish);
        try {
            sinkSet.open(config, run, schema, parts.meters().registry(), stopRequest);
            EpisodeRecorder recorder =
                    new EpisodeRecorder(config, run, schema, parts, sinkSet, postEpisode, ownLock, plan, stopRequest);
            recorder.start();
            return recorder;
        } catch (Throwable e) {
            sinkSet.close(handler -> true, Deadline.inSeconds(config.get(RecorderSettings.CLOSE_TIMEOUT_SECONDS)));
            postEpisode.close(Deadline.inSeconds(RunClosing.LAST_WORK_SECONDS));
            parts.meters().close();
            throw e;
        }
    }

    private static List<EpisodeSink> sinksOnClassPath(RecorderConfig config, RunSpec run) {
        List<EpisodeSink> sinks = new ArrayList<>();
        ServiceLoader.load(EpisodeSinkProvider.class).forEach(p -> sinks.add(p.create(config, run)));
        return sinks;
    }

    private void start() {
        try {
            ring.start();
            watch.start();
            sampler.start();
        } catch (Throwable e) {
            ring.halt(Deadline.inSeconds(RunClosing.LAST_WORK_SECONDS));
            throw e;
        }
        meters.watchQueues(ring::backlog, postEpisode::queueLength);
    }

    /** The fields of a step. */
    public FieldSchema schema() {
        return schema;
    }

    /** The run being recorded. */
    public RunSpec run() {
        return run;
    }

    /** Number of envs. */
    public int numEnvs() {
        return envs.length;
    }

    /**
     * The handle of one env, always the same one.
     *
     * @throws IllegalArgumentException when there is no such env
     */
    public EnvRecorder env(int envId) {
        if (envId < 0 || envId >= envs.length) {
            throw new IllegalArgumentException("there is no env " + envId + "; expected 0 to " + (envs.length - 1));
        }
        return envs[envId];
    }

    /**
     * Opens the next step of every env that is recording, for a vectorised simulator.
     *
     * @throws RecorderException when the recording has failed
     */
    public BatchWriter stepAll() {
        requireOpen();
        return batch.open();
    }

    /** Steps handed over that the slowest sink has not consumed yet. Any thread. */
    public long ringBacklog() {
        return ring.backlog();
    }

    /**
     * With which anybody may ask for the end of the recording. It ends no episode: that is the simulator's business.
     * Once it is urgent, video frames that still wait for an encoder, or come from then on, are dropped and counted in
     * {@link EpisodeSummary#droppedFrames}; steps never are.
     */
    public StopRequest stopRequest() {
        return stopRequest;
    }

    /**
     * Aborts what is still recording, waits for the sinks, and closes them. A second call does nothing. Producers must
     * have stopped; an unfinished row is dropped after a second. When the data sinks are not through within
     * {@code recorder.close_timeout_seconds}, or a sink is stuck in a call, they are left as they are, unclosed, and
     * the folder stays locked until the process ends. A side sink that is not through by then is left out of the
     * episodes it has not finalized.
     *
     * @throws RecorderException the first failure of the recording, later ones suppressed
     */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        RunClosing work = new RunClosing(config, run, ring, sinks, postEpisode, watch, health);
        work.endEpisodes(envs);
        closed = true;
        sampler.recordingEnds();
        boolean stopped = work.closeSinksAndResults();
        sampler.stop();
        meters.close();
        work.settle(envs);
        if (stopped) {
            releaseLock();
        }
        health.checkAtClose();
    }

    private void releaseLock() {
        try {
            if (ownLock != null) {
                ownLock.close();
            }
        } catch (RecorderException e) {
            health.fail(e);
        }
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("run " + run.run() + " is closed; open the next run to record on");
        }
        health.check();
    }

    long durableSteps(int env) {
        return sinks.durableSteps(env);
    }

    private static int ringSize(RecorderConfig config, RunSpec run) {
        int needed = Math.max(config.get(RecorderSettings.RING_SIZE), 4 * run.numEnvs());
        return Integer.highestOneBit(2 * needed - 1);
    }
}
