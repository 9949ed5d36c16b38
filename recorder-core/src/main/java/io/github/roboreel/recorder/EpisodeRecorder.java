package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Records one run: hands out one {@link EnvRecorder} per env, carries their steps through the ring
 * to the sinks, and closes everything in order.
 *
 * <p>Threads: {@code open} and {@code close} by one thread; env handles by one thread each; the
 * batch entry by one thread. While the ring has room, handing over a step allocates nothing, takes
 * no lock and makes no system call; when it is full the producer parks and the wait is metered as
 * {@code roboreel.producer.wait}.
 *
 * <p>Failure: a caller's mistake throws at the call. When a data sink fails, the next call of every
 * producer throws {@link RecorderException}; what was written before stays valid. A side sink's
 * failure shows in {@link EpisodeSummary#failedSinks}.
 *
 * <p>Durability: a step is safe against the death of this process as soon as every data sink has
 * consumed it, which {@link EnvRecorder#durableSteps} counts. What a killed process can lose is
 * what was still in the ring: at most {@code recorder.ring_size} steps of all envs together, and no
 * more than the sinks are behind (while they keep up, milliseconds). {@code roboreel recover}
 * brings the others back. Against a loss of power nothing is forced unless {@code hdf5.durability}
 * says so; then at most {@code hdf5.flush_interval_steps} steps per env or {@code
 * hdf5.flush_interval_seconds} are not on the disk yet.
 */
public final class EpisodeRecorder implements AutoCloseable {
    private static final long UNFINISHED_ROW_NANOS = TimeUnit.SECONDS.toNanos(1);

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
    private final int closeTimeoutSeconds;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;

    private EpisodeRecorder(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            RecorderParts parts,
            SinkSet sinks,
            PostEpisodeStage postEpisode,
            OutputLock ownLock) {
        this.ownLock = ownLock;
        this.run = run;
        this.schema = schema;
        this.sinks = sinks;
        this.postEpisode = postEpisode;
        health = parts.health();
        meters = parts.meters();
        closeTimeoutSeconds = config.get(RecorderSettings.CLOSE_TIMEOUT_SECONDS);
        ring =
                new StepRing(
                        ringSize(config, run),
                        schema,
                        config.get(RecorderSettings.WAIT_STRATEGY),
                        sinks.handlers(),
                        parts.full(),
                        "roboreel-run" + run.run());
        WallClock clock = new WallClock();
        envs = new EnvRecorder[run.numEnvs()];
        for (int env = 0; env < envs.length; env++) {
            envs[env] =
                    new EnvRecorder(
                            run.id(env),
                            run.episodes().get(env),
                            this,
                            ring,
                            parts.frames(),
                            clock);
        }
        batch = new BatchWriter(envs, this);
    }

    /** Opens a run with every sink on the class path and meters that nobody reads. */
    public static EpisodeRecorder open(RecorderConfig config, RunSpec run, FieldSchema schema) {
        return open(config, run, schema, sinksOnClassPath(config, run), new SimpleMeterRegistry());
    }

    /** As {@link #open(RecorderConfig, RunSpec, FieldSchema)}, under a lock the caller holds. */
    public static EpisodeRecorder open(
            RecorderConfig config, RunSpec run, FieldSchema schema, OutputLock lock) {
        return open(
                config,
                run,
                schema,
                sinksOnClassPath(config, run),
                new SimpleMeterRegistry(),
                lock);
    }

    /**
     * Opens a run: prepares its folder, opens every sink, starts their threads.
     *
     * @param sinks at least one; the recorder owns and closes them from here on
     * @throws IllegalArgumentException when the arguments do not fit together; nothing was created
     * @throws OutputLockedException when another recorder writes into the folder
     * @throws OutputExistsException when the folder already holds this run; nothing was touched
     * @throws RecorderException when the folder cannot be written or a sink cannot open
     */
    public static EpisodeRecorder open(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            List<EpisodeSink> sinks,
            MeterRegistry meters) {
        RecorderParts parts = RecorderParts.of(config, run, schema, sinks, meters);
        OutputLock lock = OutputLock.acquire(run.folder());
        try {
            return open(config, run, schema, parts, lock);
        } catch (Throwable e) {
            lock.close();
            throw e;
        }
    }

    /**
     * As above, for a caller that holds the folder's lock over several runs and gives it back
     * itself after the last one is closed.
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
        lock.requireHeldFor(run.folder());
        return open(
                config, run, schema, RecorderParts.of(config, run, schema, sinks, meters), null);
    }

    private static EpisodeRecorder open(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            RecorderParts parts,
            OutputLock ownLock) {
        OutputFolder.prepare(run);
        PostEpisodeStage postEpisode =
                new PostEpisodeStage(
                        run,
                        OutputFolder.openResults(run),
                        parts.sinks(),
                        parts.metricSets(),
                        parts.health(),
                        parts.meters());
        SinkSet sinkSet =
                new SinkSet(parts.sinks(), parts.health(), parts.meters(), postEpisode::finish);
        try {
            sinkSet.open(config, run, schema, parts.registry());
            EpisodeRecorder recorder =
                    new EpisodeRecorder(config, run, schema, parts, sinkSet, postEpisode, ownLock);
            recorder.start();
            return recorder;
        } catch (Throwable e) {
            sinkSet.close();
            postEpisode.close(0);
            throw e;
        }
    }

    private static List<EpisodeSink> sinksOnClassPath(RecorderConfig config, RunSpec run) {
        List<EpisodeSink> sinks = new ArrayList<>();
        ServiceLoader.load(EpisodeSinkProvider.class)
                .forEach(p -> sinks.add(p.create(config, run)));
        return sinks;
    }

    private void start() {
        ring.start();
        meters.watchBacklog(run.run(), ring::backlog);
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
            throw new IllegalArgumentException(
                    "there is no env " + envId + "; expected 0 to " + (envs.length - 1));
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
     * Aborts what is still recording, waits for the sinks, and closes them. A second call does
     * nothing. Producers must have stopped; an unfinished row is dropped after a second. When the
     * sinks are not through within {@code recorder.close_timeout_seconds} they are left as they
     * are, unclosed, and the folder stays locked until the process ends.
     *
     * @throws RecorderException the first failure of the recording, later ones suppressed
     */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        abortOpenEpisodes();
        awaitPendingEnds();
        closed = true;
        boolean stopped = closeSinksAndResults();
        meters.close();
        settleEnvs();
        if (stopped) {
            releaseLock();
        }
        if (health.hasFailed()) {
            throw health.failure();
        }
    }

    /**
     * A finalized episode is read back from its sink, so the sinks stay open until that is done.
     *
     * @return whether nobody writes any more
     */
    private boolean closeSinksAndResults() {
        boolean drained = ring.shutdown(closeTimeoutSeconds);
        if (!drained || !sinks.awaitFinalized(closeTimeoutSeconds)) {
            health.fail(timeout("the sinks"));
        }
        if (drained) {
            postEpisode.drain(closeTimeoutSeconds);
            sinks.close();
        }
        boolean written = postEpisode.close(closeTimeoutSeconds);
        if (!written) {
            health.fail(timeout("the results"));
        }
        return drained && written;
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

    void publishBatch(EnvRecorder[] active, int count) {
        if (count == 0) {
            return;
        }
        for (int i = 0; i < count; i++) {
            active[i].requireRowOpen();
            active[i].completeRow();
        }
        long last = ring.claim(count);
        long first = last - count + 1;
        for (int i = 0; i < count; i++) {
            active[i].moveRowTo(ring.slot(first + i));
        }
        ring.publish(first, last);
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(
                    "run " + run.run() + " is closed; open the next run to record on");
        }
        health.check();
    }

    long durableSteps(int env) {
        return sinks.durableSteps(env);
    }

    private void abortOpenEpisodes() {
        long deadlineNanos = System.nanoTime() + UNFINISHED_ROW_NANOS;
        for (EnvRecorder env : envs) {
            if (env.isRecording() && !health.hasFailed()) {
                try {
                    env.abort(
                            "the recorder was closed before the episode ended",
                            deadlineNanos,
                            TimeUnit.SECONDS.toNanos(closeTimeoutSeconds));
                } catch (RecorderException e) {
                    health.fail(e);
                } catch (RuntimeException e) {
                    health.fail(
                            new RecorderException(
                                    "env " + env.envId() + " could not be ended: " + e, e));
                }
            }
        }
    }

    /**
     * A producer may be parked in {@code end} before a full ring: its event must get in before the
     * ring stops.
     */
    private void awaitPendingEnds() {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(closeTimeoutSeconds);
        for (EnvRecorder env : envs) {
            while (env.isEndPending()
                    && !health.hasFailed()
                    && System.nanoTime() - deadlineNanos < 0) {
                Parking.park();
            }
        }
    }

    /** No summary stays pending: one that no sink delivered means that data may be missing. */
    private void settleEnvs() {
        RecorderException cause =
                health.hasFailed()
                        ? health.failure()
                        : new RecorderException(
                                "run "
                                        + run.run()
                                        + " was closed before every episode was finalized by its sinks");
        for (EnvRecorder env : envs) {
            if (env.settle(cause)) {
                health.fail(cause);
            }
        }
    }

    private RecorderException timeout(String what) {
        return new RecorderException(
                what
                        + " of run "
                        + run.run()
                        + " were not finished within "
                        + closeTimeoutSeconds
                        + " s; raise "
                        + RecorderSettings.CLOSE_TIMEOUT_SECONDS
                        + " if the disk is that slow");
    }

    private static int ringSize(RecorderConfig config, RunSpec run) {
        int needed = Math.max(config.get(RecorderSettings.RING_SIZE), 4 * run.numEnvs());
        return Integer.highestOneBit(2 * needed - 1);
    }
}
