package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EventLogFile;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Writes {@code run_{i}.hdf5}: one demo per env, or per place of continuous episodes, readable by stock h5py at any
 * time ({@code swmr=True} while it is recorded).
 *
 * <p>A row is copied into memory-mapped staging before a call returns, an event is recorded there, and a frame when its
 * compressed chunk stands in the run file; from then on they survive the death of the process at any instant, and
 * {@link #durableSteps} counts the steps that are there with all their fields. {@link RunRecovery} brings them back.
 * What a death takes is what this sink has not got yet: the steps in the ring ({@code recorder.ring_size} over all
 * envs) and the frames on their way ({@code recorder.frame_pool_mb}, {@link Hdf5Settings#STAGING_MAX_MB}), so some ms
 * of recording while the disk keeps up. What a loss of power takes, {@link Hdf5Settings#DURABILITY} says.
 *
 * <p>Full chunks are compressed by a small pool and written by the one thread that owns the file. Once closed without a
 * failure, the staging file is gone; after a failure it stays next to the run file.
 */
public final class Hdf5Sink implements EpisodeSink {
    private final LongSupplier nanoClock;
    private RunRecording recording;
    private boolean closed;

    /** A sink for one run. */
    public Hdf5Sink() {
        this(System::nanoTime);
    }

    /** With a clock for the flush interval. */
    Hdf5Sink(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    @Override
    public String name() {
        return "hdf5";
    }

    @Override
    public Role role() {
        return Role.DATA;
    }

    @Override
    public Set<Field> consumes(FieldSchema schema) {
        return schema.storedSpecs().stream()
                .map(spec -> schema.field(spec.path()))
                .collect(Collectors.toSet());
    }

    @Override
    public void open(SinkContext context) throws IOException {
        try {
            recording = RunRecording.open(context, nanoClock);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + Disk.advice(e), e);
        }
    }

    @Override
    public void onBegin(int env, RowView initial) throws IOException {
        recording.begin(env, initial);
    }

    @Override
    public void onBegin(int env, EpisodeBegin begin, RowView initial) throws IOException {
        recording.begin(env, begin, initial);
    }

    @Override
    public void onStep(int env, long step, RowView row) throws IOException {
        recording.step(env, step, row);
    }

    @Override
    public void onEvent(int env, EpisodeEvent event) throws IOException {
        recording.event(env, EventLogFile.encode(event));
    }

    @Override
    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
        return recording
                .end(env, end.numSamples(), end.outcome(), end.finalObservation())
                .thenApply(done -> SinkReport.NONE);
    }

    @Override
    public Optional<RunReader> openReader() throws IOException {
        return Optional.of(recording.openReader());
    }

    @Override
    public long durableSteps(int env) {
        return recording.durableSteps(env);
    }

    /**
     * Steps of the episode that survive a loss of power, as far as {@link Hdf5Settings#DURABILITY} asks for it. Any
     * thread.
     *
     * @param env number of the demo in the run, from 0
     * @return 0 with durability {@code process}
     */
    public long forcedSteps(int env) {
        return recording.forcedSteps(env);
    }

    /** Flushes everything handed over so far, chunks that are not full included; waits for it. */
    public void flushNow() throws IOException {
        CompletableFuture<Void> done = recording.flush();
        try {
            done.get();
        } catch (ExecutionException e) {
            throw new IOException("the flush failed: " + e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while flushing", e);
        }
    }

    @Override
    public void close() throws IOException {
        if (recording != null && !closed) {
            closed = true;
            recording.close();
        }
    }
}
