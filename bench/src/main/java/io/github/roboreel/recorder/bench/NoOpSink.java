package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Consumes and forgets: what is left is the producer's path and the ring. */
class NoOpSink implements EpisodeSink {
    @Override
    public String name() {
        return "none";
    }

    @Override
    public Role role() {
        return Role.DATA;
    }

    @Override
    public void open(SinkContext context) throws IOException {
        // Nothing to make.
    }

    @Override
    public void onBegin(int env, RowView initial) {
        // Not kept.
    }

    @Override
    public void onStep(int env, long step, RowView row) {
        // Not kept.
    }

    @Override
    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
        return CompletableFuture.completedFuture(SinkReport.NONE);
    }

    @Override
    public void close() throws IOException {
        // Nothing was made.
    }
}
