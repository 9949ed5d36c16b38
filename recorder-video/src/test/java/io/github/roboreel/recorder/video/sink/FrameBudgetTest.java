package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FrameBudgetTest {
    private static final int MEBIBYTE = 1 << 20;

    @Test
    void whatIsTakenMustBeGivenBack() {
        FrameBudget budget = new FrameBudget(100);
        assertTrue(budget.tryTake(60));
        assertTrue(budget.tryTake(40));
        assertFalse(budget.tryTake(1));
        budget.giveBack(40);
        assertTrue(budget.tryTake(30));
        assertEquals(90, budget.usedBytes());
    }

    @Test
    void aStepLargerThanTheBoundIsLetInAlone() {
        FrameBudget budget = new FrameBudget(100);
        assertTrue(budget.tryTake(500));
        assertFalse(budget.tryTake(1));
        budget.giveBack(500);
        assertTrue(budget.tryTake(500));
    }

    @Test
    void takingWaitsForRoom() throws Exception {
        FrameBudget budget = new FrameBudget(100);
        budget.take(100);
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
            try {
                budget.take(50);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertFalse(waiting.isDone());
        budget.giveBack(100);
        waiting.get();
        assertEquals(50, budget.usedBytes());
    }

    @Test
    void droppingLeavesProducersHalfOfThePool() {
        // A row is 1 MiB; the pool has room for 20 of them.
        FieldSchema schema = FieldSchema.of(
                FieldSpec.image("obs/a_cam", 1024, 256).withUnit(""),
                FieldSpec.image("obs/b_cam", 256, 256),
                FieldSpec.image("debug/c", 256, 1)); // 768 KiB + 192 KiB + 0.75 KiB
        RecorderConfig config =
                RecorderConfig.builder().set(RecorderSettings.FRAME_POOL_MB, 20).build();
        long row = 3L * (1024 * 256 + 256 * 256 + 256);
        long rows = 20L * MEBIBYTE / row;
        FrameBudget budget = FrameBudget.of(config, schema, 4, true);
        int taken = 0;
        while (budget.tryTake(row)) {
            taken++;
        }
        assertEquals((rows - 4) / 2, taken);
    }

    @Test
    void aSmallPoolStillLetsOneStepIn() {
        FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/a_cam", 1024, 256));
        RecorderConfig config =
                RecorderConfig.builder().set(RecorderSettings.FRAME_POOL_MB, 2).build();
        FrameBudget budget = FrameBudget.of(config, schema, 1, true);
        assertTrue(budget.tryTake(3 * 1024 * 256));
        assertFalse(budget.tryTake(3 * 1024 * 256));
    }
}
