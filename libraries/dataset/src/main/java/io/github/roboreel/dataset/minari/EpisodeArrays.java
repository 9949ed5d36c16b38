package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.dataset.minari.DatasetStorage.ArraySink;
import io.github.roboreel.dataset.minari.MinariOrigin.EmptyArray;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads the arrays of a Minari episode from a recorded one. */
final class EpisodeArrays {

    private final EpisodeLayout layout;
    private final StepOutcomes outcomes;
    private final EpisodeReader episode;
    private final long recorded;
    private final int steps;

    EpisodeArrays(EpisodeLayout layout, StepOutcomes outcomes, EpisodeReader episode) throws IOException {
        this.layout = layout;
        this.outcomes = outcomes;
        this.episode = episode;
        this.recorded = episode.numSamples();
        this.steps = layout.steps(recorded);
    }

    /** Hands all of them over. */
    void into(ArraySink sink) throws IOException {
        for (Leaf leaf : layout.observations()) {
            observation(leaf, sink);
        }
        for (Leaf leaf : layout.actions()) {
            sink.begin(leaf.stored(MinariArray.ACTIONS), steps);
            RowBlocks.each(episode, leaf.field().path(), 0, steps, sink::rows);
        }
        sink.begin(MinariArray.scalar(MinariArray.REWARDS, DType.FLOAT64), steps);
        sink.rows(littleEndian(outcomes.rewards()), steps);
        flags(MinariArray.TERMINATIONS, outcomes.terminated(), sink);
        flags(MinariArray.TRUNCATIONS, outcomes.truncated(), sink);
        for (Leaf leaf : layout.infos()) {
            info(leaf, sink);
        }
        for (Leaf leaf : layout.others()) {
            other(leaf, sink);
        }
        for (EmptyArray empty : layout.emptyArrays()) {
            DType dtype = DType.of(empty.dtype());
            MinariArray array = new MinariArray(empty.path(), dtype, empty.shape(), false);
            sink.begin(array, steps + empty.moreRows());
        }
    }

    private void other(Leaf leaf, ArraySink sink) throws IOException {
        String path = leaf.field().path();
        long rows = episode.info(path).rows();
        sink.begin(leaf.stored(MinariArray.OTHERS), rows);
        RowBlocks.each(episode, path, 0, rows, sink::rows);
    }

    private void info(Leaf leaf, ArraySink sink) throws IOException {
        if (leaf.hasResetRow()) {
            infoWithReset(leaf, sink);
            return;
        }
        String path = leaf.field().path();
        long rows = episode.info(path).rows();
        sink.begin(leaf.stored(MinariArray.INFOS), rows + (leaf.before().isEmpty() ? 0 : 1));
        if (!leaf.before().isEmpty()) {
            sink.rows(RowBlocks.last(episode, leaf.before()), 1);
        }
        RowBlocks.each(episode, path, 0, rows, sink::rows);
    }

    /** As Minari's own: row 0 is of the reset, and what the policy saw stands in the row of the same observation. */
    private void infoWithReset(Leaf leaf, ArraySink sink) throws IOException {
        String path = leaf.field().path();
        sink.begin(leaf.stored(MinariArray.INFOS), steps + 1L);
        if (DemoPaths.isIn(DemoPaths.OBS, path)) {
            long seen = Math.min(recorded, steps + 1L);
            RowBlocks.each(episode, path, 0, seen, sink::rows);
            if (seen == steps) {
                sink.rows(rowOf(leaf.in(DemoPaths.FINAL_OBS), leaf), 1);
            }
            return;
        }
        boolean isState = DemoPaths.isIn(DemoPaths.STATES, path);
        String initial = isState ? leaf.in(DemoPaths.INITIAL_STATE) : DemoPaths.in(DemoPaths.INITIAL_STATE, path);
        sink.rows(rowOf(initial, leaf), 1);
        RowBlocks.each(episode, path, 0, steps, sink::rows);
    }

    /** The last row of an array of that form; zeros where there is none. */
    private byte[] rowOf(String path, Leaf leaf) throws IOException {
        boolean isThere = episode.has(path)
                && episode.info(path).rows() > 0
                && leaf.isLike(FieldInfo.of(path, episode.info(path)));
        return isThere
                ? RowBlocks.last(episode, path)
                : new byte[leaf.stored(MinariArray.INFOS).rowBytes()];
    }

    private void observation(Leaf leaf, ArraySink sink) throws IOException {
        String path = leaf.field().path();
        sink.begin(leaf.stored(MinariArray.OBSERVATIONS), steps + 1L);
        switch (layout.last()) {
            case STATE -> {
                sink.rows(RowBlocks.last(episode, leaf.in(DemoPaths.INITIAL_STATE)), 1);
                RowBlocks.each(episode, path, 0, recorded, sink::rows);
            }
            case RECORDED -> {
                RowBlocks.each(episode, path, 0, recorded, sink::rows);
                sink.rows(RowBlocks.last(episode, leaf.in(DemoPaths.FINAL_OBS)), 1);
            }
            case DROPPED -> RowBlocks.each(episode, path, 0, recorded, sink::rows);
        }
    }

    private void flags(String path, boolean last, ArraySink sink) throws IOException {
        byte[] flags = new byte[steps];
        flags[steps - 1] = (byte) (last ? 1 : 0);
        sink.begin(MinariArray.scalar(path, DType.BOOL), steps);
        sink.rows(flags, steps);
    }

    private static byte[] littleEndian(double[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asDoubleBuffer().put(values);
        return bytes.array();
    }
}
