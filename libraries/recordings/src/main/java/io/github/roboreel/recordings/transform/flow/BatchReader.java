package io.github.roboreel.recordings.transform.flow;

import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.Cursor;
import io.github.roboreel.recordings.transform.Steps;
import java.io.Closeable;
import java.io.IOException;

/** Fills batches with steps, one after the other. One thread uses it; who opened it closes it. */
public final class BatchReader implements Closeable {
    private final Cursor<Step> steps;

    private BatchReader(Cursor<Step> steps) {
        this.steps = steps;
    }

    /**
     * Begins to go through steps.
     *
     * @throws IOException when they cannot be read
     */
    public static BatchReader open(Steps steps) throws IOException {
        return new BatchReader(steps.open());
    }

    /**
     * Fills a batch with the next steps, over what it held. Copies the values, and makes no array or buffer.
     *
     * @return how many; fewer than the batch has room for at the end, 0 after it
     * @throws IOException when a step cannot be read
     * @throws IllegalArgumentException when one has another dtype or shape than the batch was made for
     */
    public int next(Batch batch) throws IOException {
        batch.clear();
        while (batch.rows() < batch.size()) {
            Step step = steps.next();
            if (step == null) {
                break;
            }
            batch.add(step);
        }
        return batch.rows();
    }

    @Override
    public void close() throws IOException {
        steps.close();
    }
}
