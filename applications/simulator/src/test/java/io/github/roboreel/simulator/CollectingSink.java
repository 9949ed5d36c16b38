package io.github.roboreel.simulator;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Keeps what a run's sinks get, per env and path, as little-endian bytes per row. */
public final class CollectingSink implements EpisodeSink {
    public final List<Map<String, List<byte[]>>> envs = new ArrayList<>();
    public final Map<Integer, EpisodeOutcome> outcomes = new TreeMap<>();

    @Override
    public String name() {
        return "collecting";
    }

    @Override
    public Role role() {
        return Role.DATA;
    }

    @Override
    public Set<Field> consumes(FieldSchema schema) {
        return schema.specs().stream().map(spec -> schema.field(spec.path())).collect(Collectors.toSet());
    }

    @Override
    public void open(SinkContext context) {
        for (int i = 0; i < context.run().numEnvs(); i++) {
            envs.add(new TreeMap<>());
        }
    }

    @Override
    public void onBegin(int env, RowView initial) {
        keep(env, initial);
    }

    @Override
    public void onStep(int env, long step, RowView row) {
        keep(env, row);
    }

    @Override
    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
        if (end.finalObservation() != null) {
            keep(env, end.finalObservation());
        }
        outcomes.put(env, end.outcome());
        return CompletableFuture.completedFuture(SinkReport.NONE);
    }

    @Override
    public void close() {}

    private void keep(int env, RowView row) {
        for (Field field : row.layout().fields()) {
            byte[] bytes = new byte[field.spec().rowBytes()];
            if (field.spec().image()) {
                row.frame(field).bytes().get(0, bytes);
            } else {
                row.bytes().get(field.offsetBytes(), bytes);
            }
            envs.get(env)
                    .computeIfAbsent(field.spec().path(), path -> new ArrayList<>())
                    .add(bytes);
        }
    }

    public int rows(int env, String path) {
        return envs.get(env).get(path).size();
    }

    public byte[] bytes(int env, String path, int row) {
        return envs.get(env).get(path).get(row);
    }

    public float[] floats(int env, String path, int row) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes(env, path, row)).order(ByteOrder.LITTLE_ENDIAN);
        float[] values = new float[buffer.capacity() / Float.BYTES];
        buffer.asFloatBuffer().get(values);
        return values;
    }
}
