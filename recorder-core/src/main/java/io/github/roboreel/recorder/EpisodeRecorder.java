package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

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
 */
public final class EpisodeRecorder implements AutoCloseable {
    private final RunSpec run;
    private final FieldSchema schema;
    private final RecordingHealth health;
    private final RecorderMeters meters;
    private final StepRing ring;
    private final SinkSet sinks;
    private final PostEpisodeStage postEpisode;
    private final EnvRecorder[] envs;
    private final BatchWriter batch;
    private final int closeTimeoutSeconds;
    private volatile boolean closed;

    private EpisodeRecorder(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            SinkSet sinks,
            ResultsFile results) {
        this.run = run;
        this.schema = schema;
        this.sinks = sinks;
        health = sinks.health();
        meters = sinks.meters();
        closeTimeoutSeconds = config.get(RecorderSettings.CLOSE_TIMEOUT_SECONDS);
        postEpisode = new PostEpisodeStage(run, results, health, meters);
        ProducerWait wait = new ProducerWait(health, meters.producerWait());
        FrameSource frames = frameSource(config, wait);
        ring =
                new StepRing(
                        ringSize(config),
                        schema,
                        config.get(RecorderSettings.WAIT_STRATEGY),
                        sinks.handlers(postEpisode::finish),
                        wait,
                        "roboreel-run" + run.run());
        WallClock clock = new WallClock();
        envs = new EnvRecorder[run.numEnvs()];
        for (int env = 0; env < envs.length; env++) {
            envs[env] =
                    new EnvRecorder(
                            run.id(env), run.episodes().get(env), this, ring, frames, clock);
        }
        batch = new BatchWriter(envs, this);
        meters.watchBacklog(run.run(), ring::backlog);
    }

    /** Opens a run with every sink on the class path and meters that nobody reads. */
    public static EpisodeRecorder open(RecorderConfig config, RunSpec run, FieldSchema schema) {
        List<EpisodeSink> sinks = new ArrayList<>();
        ServiceLoader.load(EpisodeSinkProvider.class)
                .forEach(p -> sinks.add(p.create(config, run)));
        return open(config, run, schema, sinks, new SimpleMeterRegistry());
    }

    /**
     * Opens a run: prepares its folder, opens every sink, starts their threads.
     *
     * @param sinks at least one; the recorder owns and closes them from here on
     * @throws IllegalArgumentException when the arguments do not fit together; nothing was created
     * @throws OutputExistsException when the folder already holds this run; nothing was touched
     * @throws RecorderException when the folder cannot be written or a sink cannot open
     */
    public static EpisodeRecorder open(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            List<EpisodeSink> sinks,
            MeterRegistry meters) {
        if (sinks.isEmpty()) {
            throw new IllegalArgumentException(
                    "a recording needs at least one sink; given none, is recorder-hdf5 on the class path?");
        }
        OutputFolder.prepare(run);
        RecorderMeters recorderMeters =
                new RecorderMeters(meters, schema.layout(FieldPhase.STEP).payloadBytes());
        SinkSet sinkSet = new SinkSet(sinks, new RecordingHealth(), recorderMeters);
        ResultsFile results = null;
        try {
            sinkSet.open(config, run, schema, meters);
            results = OutputFolder.openResults(run);
            EpisodeRecorder recorder = new EpisodeRecorder(config, run, schema, sinkSet, results);
            recorder.ring.start();
            return recorder;
        } catch (RuntimeException e) {
            sinkSet.closeAfter(e, results);
            throw e;
        }
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
     * nothing. Producers must have stopped; an unfinished row is dropped after a second.
     *
     * @throws RecorderException the first failure of the recording, later ones suppressed
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        abortOpenEpisodes();
        closed = true;
        if (!ring.shutdown(closeTimeoutSeconds)) {
            health.fail(timeout("the sinks"));
        }
        sinks.close();
        closePostEpisode();
        meters.close();
        abandonUnfinished();
        if (health.hasFailed()) {
            throw health.failure();
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
        for (EnvRecorder env : envs) {
            if (env.isRecording() && !health.hasFailed()) {
                try {
                    env.abort("the recorder was closed before the episode ended");
                } catch (RecorderException e) {
                    health.fail(e);
                }
            }
        }
    }

    private void abandonUnfinished() {
        RecorderException cause =
                health.hasFailed()
                        ? health.failure()
                        : new RecorderException(
                                "run "
                                        + run.run()
                                        + " was closed before the episode was finalized");
        for (EnvRecorder env : envs) {
            env.abandonSummary(cause);
        }
    }

    private void closePostEpisode() {
        try {
            if (!postEpisode.close(closeTimeoutSeconds)) {
                health.fail(timeout("the results"));
            }
        } catch (java.io.IOException e) {
            health.fail(
                    new RecorderException(
                            EpisodeId.RESULTS_FILE + " could not be closed: " + e.getMessage(), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            health.fail(new RecorderException("closing run " + run.run() + " was interrupted", e));
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

    private int ringSize(RecorderConfig config) {
        int needed = Math.max(config.get(RecorderSettings.RING_SIZE), 4 * run.numEnvs());
        return Integer.highestOneBit(2 * needed - 1);
    }

    private FrameSource frameSource(RecorderConfig config, ProducerWait wait) {
        List<Field> images = new ArrayList<>(schema.layout(FieldPhase.STEP).images());
        images.addAll(schema.layout(FieldPhase.INITIAL).images());
        images.addAll(schema.layout(FieldPhase.FINAL).images());
        return new FrameSource(
                images,
                run.numEnvs(),
                (long) config.get(RecorderSettings.FRAME_POOL_MB) << 20,
                wait);
    }
}
