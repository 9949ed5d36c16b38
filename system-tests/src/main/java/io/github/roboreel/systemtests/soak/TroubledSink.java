package io.github.roboreel.systemtests.soak;

import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A side sink that keeps nothing and is slow or breaks, as planned. */
final class TroubledSink implements EpisodeSink {
    static final String NAME = "troubled";

    private final Trouble trouble;
    private final int period;
    private int events;

    /** What goes wrong in it. */
    enum Trouble {
        /** There is no such sink. */
        NONE,
        /** It sleeps now and then. */
        SLEEPS,
        /** It throws once. */
        THROWS
    }

    /** @param period it sleeps at every so-manyth event, or throws at the first such one */
    TroubledSink(Trouble trouble, int period) {
        this.trouble = trouble;
        this.period = period;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Role role() {
        return Role.SIDE;
    }

    @Override
    public void open(SinkContext context) {
        // Keeps nothing.
    }

    @Override
    public void onBegin(int env, RowView initial) throws IOException {
        event();
    }

    @Override
    public void onStep(int env, long step, RowView row) throws IOException {
        event();
    }

    @Override
    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
        event();
        return CompletableFuture.completedFuture(SinkReport.NONE);
    }

    private void event() throws IOException {
        events++;
        if (events % period != 0) {
            return;
        }
        if (trouble == Trouble.THROWS) {
            throw new IOException("meant to fail at event " + events);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }

    @Override
    public void close() {
        // Keeps nothing.
    }
}
