package io.github.roboreel.recorder;

import io.github.roboreel.recorder.schema.FieldSchema;
import java.util.List;

/**
 * Records one run, or with {@linkplain EpisodeRecorderBuilder#continuous continuous episodes} run after run: hands out
 * one {@link EnvRecorder} per env, carries their steps through the ring to the sinks, and closes everything in order.
 *
 * <p>Threads: {@link EpisodeRecorderBuilder#open} and {@code close} by one thread; env handles by one thread each; the
 * batch entry by one thread. While the ring has room, handing over a step allocates nothing, takes no lock and makes no
 * system call but one: the step that ends a silence wakes the sinks. The simulation waits when the ring is full: the
 * producer parks, and the wait is metered as {@code roboreel.producer.wait}.
 *
 * <p>Failure: a caller's mistake throws at the call. When a data sink fails, the next call of every producer throws
 * {@link RecorderException}; what was written before stays valid. A side sink's failure shows in
 * {@link EpisodeSummary#failedSinks}.
 *
 * <p>No thread waits forever. A producer parks while the ring or the frame pool is full; when the data sink it waits
 * for makes no progress for {@code recorder.stall_limit_seconds} (4), the recording fails and the producer gets a
 * {@link RecorderException}. While there is room it may hang for {@code recorder.close_timeout_seconds}. A side sink
 * that makes no progress for so long is left out, and the recording continues without it. A slow sink that gets on,
 * however slowly, is neither: it slows the producers down. An episode's summary comes, or fails,
 * {@code recorder.close_timeout_seconds} after the last sign of life of the sink it waits for, at the latest.
 *
 * <p>Durability, that is what is still there afterwards:
 *
 * <ul>
 *   <li>Against the death of this process: every step that {@link EnvRecorder#durableSteps} counts, with its events,
 *       and over all episodes what {@link EnvRecorder#durable} and {@link #mark} count; not every step whose
 *       {@code publish} has returned, which may still be in the ring. Lost at most: the steps of all envs that were
 *       handed over and not yet consumed by the data sinks, which is never more than {@code recorder.ring_size} (4096,
 *       fewer where rows are large; at least 4 per env), nor, with cameras, than the frame pool holds. While the sinks
 *       keep up that is the one or two steps per env of the last milliseconds; unpaced producers fill the ring, and a
 *       full ring is some tenths of a second of recording. {@code roboreel recover} brings back the others. An episode
 *       whose summary completed has its result line and its data.
 *   <li>Against a loss of power with {@code hdf5.durability: process} (the default): nothing is promised. The operating
 *       system writes back by itself, Linux after some 30 s, closed runs too; {@code roboreel recover} brings back what
 *       has the right checksum and names the rest.
 *   <li>Against a loss of power with {@code data}: every step that {@code forcedSteps} of the HDF5 sink counts, and
 *       every episode whose end has completed, with its data in the run file. Lost at most: what was recorded since the
 *       last force, that is {@code hdf5.force_interval_seconds} (1) plus the time the disk takes. {@code full} forces
 *       the files' own metadata (times, sizes), too.
 * </ul>
 */
public final class EpisodeRecorder implements AutoCloseable {
    private final RunSpec run;
    private final FieldSchema schema;
    private final OpenRuns runs;
    private final StopRequest stopRequest;
    private final EnvRecorder[] envs;
    private final BatchWriter batch;
    private final CloseReminder reminder;

    EpisodeRecorder(RunSpec run, FieldSchema schema, OpenRuns runs, StopRequest stopRequest) {
        this.run = run;
        this.schema = schema;
        this.runs = runs;
        this.stopRequest = stopRequest;
        envs = new EnvRecorder[run.numEnvs()];
        for (int env = 0; env < envs.length; env++) {
            envs[env] = new EnvRecorder(env, runs, run.isContinuous() ? null : runs.only(env));
        }
        batch = new BatchWriter(envs);
        reminder = new CloseReminder(run);
    }

    /**
     * Opens a run with default settings and every sink and metric set on the class path; short for {@code builder(run,
     * schema).open()}.
     *
     * @param run where the recording goes and what it is about
     * @param schema the fields of a step
     * @return the recorder, which the caller closes
     */
    public static EpisodeRecorder open(RunSpec run, FieldSchema schema) {
        return builder(run, schema).open();
    }

    /**
     * Starts a recording with options.
     *
     * @param run where the recording goes and what it is about
     * @param schema the fields of a step
     */
    public static EpisodeRecorderBuilder builder(RunSpec run, FieldSchema schema) {
        return new EpisodeRecorderBuilder(run, schema);
    }

    /** The fields of a step. */
    public FieldSchema schema() {
        return schema;
    }

    /** The run being recorded, the first one of continuous episodes. */
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
     * @param envId from 0 to {@link #numEnvs} - 1
     * @throws IllegalArgumentException when there is no such env
     */
    public EnvRecorder env(int envId) {
        if (envId < 0 || envId >= envs.length) {
            throw new IllegalArgumentException("there is no env " + envId + "; expected 0 to " + (envs.length - 1));
        }
        return envs[envId];
    }

    /**
     * The handles of all envs.
     *
     * @return one per env, in env order
     */
    public List<EnvRecorder> envs() {
        return List.of(envs);
    }

    /**
     * Opens the next step of every env that is recording, for a vectorised simulator.
     *
     * <p>Row k of {@code obs/} is what was seen before action k, row k of {@code states/} is the state after it.
     * {@code initial_state/} and row 0 of {@code obs/} are the start, and the observation after the last action comes
     * with {@code end}, as {@code final_obs/}. Videos show the frame after each step.
     *
     * @return the writer of that step, the same at each call
     * @throws IllegalStateException once when the calling thread has filled a row of an env, with this or with
     *     {@link EnvRecorder#step()}, and neither published nor discarded it: all such rows are dropped and counted in
     *     {@link EpisodeSummary#droppedRows}
     * @throws RecorderException when the recording has failed
     */
    public BatchWriter stepAll() {
        runs.requireOpen();
        return batch.open(null);
    }

    /**
     * As {@link #stepAll()}, of some envs only: those of which the simulator has a row.
     *
     * @param mask one entry per env; a recording env with false is passed over
     * @throws IllegalArgumentException when it has another length than there are envs
     */
    public BatchWriter stepAll(boolean[] mask) {
        if (mask.length != envs.length) {
            throw new IllegalArgumentException(
                    "the mask has " + mask.length + " entries; expected one for each of " + envs.length + " envs");
        }
        runs.requireOpen();
        return batch.open(mask);
    }

    /**
     * Marks what all envs have handed over by now, in all their episodes: everything that the calling thread did
     * before, and of other threads what happened before this call. The mark says when all of it is durable. A program
     * that keeps rows until they are safe, such as a ring in shared memory, keeps them until the mark that it made
     * after handing them over {@linkplain DurableMark#isDurable is durable}. Allocates two numbers per env. Any thread.
     */
    public DurableMark mark() {
        return new DurableMark(envs);
    }

    /**
     * Throws as the next step would when the recording has failed, for a thread that waits and hands over nothing: what
     * it waits for does not come then. Unlike a step it does not ask whether a run is open: it may be called between
     * two runs of continuous episodes and after {@link #close}. Any thread.
     *
     * @throws RecorderException when the recording has failed
     */
    public void requireHealthy() {
        runs.requireHealthy();
    }

    /** Steps handed over that the slowest sink has not consumed yet. Any thread. */
    public long ringBacklog() {
        return runs.backlog();
    }

    /**
     * With which any code may ask for the end of the recording. It ends no episode: that is the simulator's business.
     * Once it is urgent, video frames that still wait for an encoder, or come from then on, are dropped and counted in
     * {@link EpisodeSummary#droppedFrames}; steps never are.
     */
    public StopRequest stopRequest() {
        return stopRequest;
    }

    /**
     * Aborts what is still recording, waits for the sinks, and closes them. A second call does nothing. Producers must
     * have stopped; an unfinished row is dropped after a second, and counted as {@link EpisodeSummary#droppedRows}.
     * When the data sinks are not through within {@code recorder.close_timeout_seconds}, or a sink is stuck in a call,
     * they are left as they are, unclosed, and the folder stays locked until the process ends. A side sink that is not
     * through by then is left out of the episodes it has not finalized. A recorder that was not closed when the JVM
     * exits is named in a warning.
     *
     * <p>When everything was closed and no {@linkplain EpisodeRecorderBuilder#lock lock} was given,
     * {@code run_complete.json} says how many runs the env folder has; it is set aside while a recorder is open.
     *
     * @throws RecorderException the first failure of the recording, later ones suppressed
     */
    @Override
    public void close() {
        reminder.cancel();
        runs.close();
    }
}
