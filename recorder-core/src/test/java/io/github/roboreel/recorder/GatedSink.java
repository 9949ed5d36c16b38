package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** Stores like its parent once its gate is open; then fails at the given step. */
class GatedSink extends MemorySink {
    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);
    private volatile long failingStep = Long.MAX_VALUE;

    GatedSink(TestRecording recording, Role role) {
        super("gated", role, recording.run, recording.runs);
    }

    static GatedSink shut(TestRecording recording) {
        return new GatedSink(recording, Role.DATA);
    }

    /** Waits until a step stands before the gate: from then on the ring only fills. */
    void awaitStep() throws InterruptedException {
        reached.await();
    }

    void letThrough() {
        gate.countDown();
    }

    void failAt(long step) {
        failingStep = step;
        letThrough();
    }

    @Override
    public void onStep(int env, long step, RowView row) throws IOException {
        reached.countDown();
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        if (step >= failingStep) {
            throw new IOException("the disk is full");
        }
        super.onStep(env, step, row);
    }
}
