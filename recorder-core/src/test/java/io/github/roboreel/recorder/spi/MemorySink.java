package io.github.roboreel.recorder.spi;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** A whole sink that keeps every value in memory, and a note of every call but steps. */
public class MemorySink implements EpisodeSink {
    private final String name;
    private final Role role;
    private final RunSpec run;
    private final MemoryRuns runs;
    private final List<String> calls = new CopyOnWriteArrayList<>();

    /** A sink that stores {@code run} in {@code runs}. */
    public MemorySink(String name, Role role, RunSpec run, MemoryRuns runs) {
        this.name = name;
        this.role = role;
        this.run = run;
        this.runs = runs;
    }

    /** Calls so far, in order: {@code open}, {@code begin 0}, {@code end 0 5 success}, ... */
    public List<String> calls() {
        return calls;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Role role() {
        return role;
    }

    @Override
    public void open(SinkContext context) throws IOException {
        if (!Files.isDirectory(run.envFolder())) {
            throw new IOException(run.envFolder() + " is no folder");
        }
        if (!runs.create(run)) {
            throw new RoboReelException(Kind.CONFLICT, "run " + run.run() + " is recorded already");
        }
        calls.add("open");
    }

    @Override
    public void onBegin(int env, RowView initial) throws IOException {
        calls.add("begin " + env);
        store(env, initial);
    }

    @Override
    public void onStep(int env, long step, RowView row) throws IOException {
        int stored = runs.rowCount(run, env, "actions");
        if (step != stored) {
            throw new IOException("env " + env + " sent step " + step + " after " + stored);
        }
        store(env, row);
    }

    @Override
    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
        EpisodeStatus status = end.outcome().status();
        calls.add("end " + env + " " + end.numSamples() + " " + status.label());
        if (status == EpisodeStatus.DISCARDED) {
            runs.discard(run, env);
        } else if (end.finalObservation() != null) {
            store(env, end.finalObservation());
        }
        return CompletableFuture.completedFuture(SinkReport.NONE);
    }

    @Override
    public void close() throws IOException {
        calls.add("close");
    }

    private void store(int env, RowView row) {
        for (Field field : row.layout().fields()) {
            boolean image = field.spec().image();
            ByteBuffer bytes = image ? row.frame(field).bytes() : row.bytes();
            runs.add(run, env, field.spec().path(), decode(field, bytes));
        }
    }

    private static double[] decode(Field field, ByteBuffer bytes) {
        int start = Math.max(0, field.offsetBytes());
        double[] values = new double[field.spec().elements()];
        for (int i = 0; i < values.length; i++) {
            int at = start + i * field.spec().dtype().bytes();
            values[i] = SampleFields.decode(field.spec().dtype(), bytes, at);
        }
        return values;
    }
}
