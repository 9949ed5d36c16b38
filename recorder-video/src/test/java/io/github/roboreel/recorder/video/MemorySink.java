package io.github.roboreel.recorder.video;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A data sink that keeps the first pixel of every step's first image, env by env. */
public final class MemorySink implements EpisodeSink {
    private final Map<Integer, List<Integer>> pixels = new ConcurrentHashMap<>();
    private Field image;

    /** What it got of an env. */
    public List<Integer> pixels(int env) {
        return pixels.getOrDefault(env, List.of());
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Role role() {
        return Role.DATA;
    }

    @Override
    public void open(SinkContext context) {
        image = context.schema().layout(FieldPhase.STEP).images().get(0);
    }

    @Override
    public void onBegin(int env, RowView initial) {
        pixels.put(env, new CopyOnWriteArrayList<>());
    }

    @Override
    public void onStep(int env, long step, RowView row) {
        pixels.get(env).add(row.frame(image).bytes().get(0) & 0xff);
    }

    @Override
    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
        return CompletableFuture.completedFuture(SinkReport.NONE);
    }

    @Override
    public void close() {}
}
