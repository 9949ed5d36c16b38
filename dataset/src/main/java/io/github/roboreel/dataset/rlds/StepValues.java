package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.format.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Values of steps that follow from how the episode went. */
final class StepValues {
    private static final ValueCodec BOOL = Codecs.ofRow(DType.BOOL, List.of());
    private static final ValueCodec FLOAT32 = Codecs.ofRow(DType.FLOAT32, List.of());

    private StepValues() {}

    static Feature isFirst() {
        return flag("steps/is_first", (episode, step) -> step == 0);
    }

    static Feature isLast() {
        return flag("steps/is_last", (episode, step) -> step == episode.steps() - 1);
    }

    /** Only where the task itself was over, not where time was. */
    static Feature isTerminal() {
        return flag(
                "steps/is_terminal",
                (episode, step) ->
                        step == episode.steps() - 1 && episode.facts().isTerminated());
    }

    /** 1 while the episode goes on or could have, 0 for the action that ended it. */
    static Feature discount() {
        RowFeed feed = (episode, rows) -> {
            float[] values = new float[episode.steps()];
            for (int action = 0; action < episode.actions(); action++) {
                values[action] = 1;
            }
            if (episode.facts().isTerminated()) {
                values[episode.actions() - 1] = 0;
            }
            ByteBuffer bytes = littleEndian(values.length * Float.BYTES);
            bytes.asFloatBuffer().put(values);
            rows.rows(bytes.array(), values.length);
        };
        return new Feature("steps/discount", FLOAT32, feed);
    }

    /** One reward per action, then 0 in the last step. */
    static Feature reward(RewardPolicy policy, DType dtype) {
        RowFeed feed = (episode, rows) -> {
            double[] rewards = policy.rewards(episode.facts(), episode.reader());
            ByteBuffer bytes = littleEndian(episode.steps() * dtype.bytes());
            for (double reward : rewards) {
                if (dtype == DType.FLOAT64) {
                    bytes.putDouble(reward);
                } else {
                    bytes.putFloat((float) reward);
                }
            }
            rows.rows(bytes.array(), episode.steps());
        };
        return new Feature("steps/reward", Codecs.ofRow(dtype, List.of()), feed);
    }

    @FunctionalInterface
    private interface StepTest {
        boolean holds(Episode episode, int step);
    }

    private static Feature flag(String key, StepTest test) {
        RowFeed feed = (episode, rows) -> {
            byte[] values = new byte[episode.steps()];
            for (int step = 0; step < values.length; step++) {
                values[step] = (byte) (test.holds(episode, step) ? 1 : 0);
            }
            rows.rows(values, values.length);
        };
        return new Feature(key, BOOL, feed);
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
