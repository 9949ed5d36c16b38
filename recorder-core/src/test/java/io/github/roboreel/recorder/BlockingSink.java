package io.github.roboreel.recorder;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

/** Stores like its parent until the step at which it blocks, deaf to interrupts, until released. */
final class BlockingSink extends MemorySink {
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch blocked = new CountDownLatch(1);
    private final long blockingStep;
    private volatile boolean blockingEnd;
    private volatile Throwable seenAfterwards;
    private volatile boolean returned;

    BlockingSink(String name, Role role, RunSpec run, long blockingStep) {
        super(name, role, run, new MemoryRuns());
        this.blockingStep = blockingStep;
    }

    /** Blocks in {@code onEnd} instead. */
    static BlockingSink atEnd(String name, Role role, RunSpec run) {
        BlockingSink sink = new BlockingSink(name, role, run, Long.MAX_VALUE);
        sink.blockingEnd = true;
        return sink;
    }

    void awaitBlocked() throws InterruptedException {
        blocked.await();
    }

    boolean isBlocked() {
        return blocked.getCount() == 0 && !returned;
    }

    void release() {
        release.countDown();
    }

    /** What looking at the row and its frames threw when the sink had come back. */
    Throwable seenAfterwards() {
        return seenAfterwards;
    }

    @Override
    public void onStep(int env, long step, RowView row) throws IOException {
        if (step == blockingStep) {
            block();
            lookAt(row);
        }
        super.onStep(env, step, row);
    }

    @Override
    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
        if (blockingEnd) {
            block();
        }
        return super.onEnd(env, end);
    }

    private void block() {
        blocked.countDown();
        boolean interrupted = false;
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        returned = true;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAt(RowView row) {
        try {
            row.bytes();
        } catch (IllegalStateException e) {
            seenAfterwards = e;
        }
        for (Field image : row.layout().images()) {
            Frame frame = row.frame(image);
            try {
                frame.bytes();
                seenAfterwards = null;
            } catch (IllegalStateException e) {
                frame.release();
            }
        }
    }
}
