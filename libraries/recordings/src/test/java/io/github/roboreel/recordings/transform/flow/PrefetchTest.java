package io.github.roboreel.recordings.transform.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.Cursor;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.Episodes;
import io.github.roboreel.recordings.transform.Facts;
import io.github.roboreel.recordings.transform.MadeUp;
import io.github.roboreel.recordings.transform.NStep;
import io.github.roboreel.recordings.transform.Steps;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PrefetchTest {
    private static final int STEP_BYTES = 1000;

    @Test
    void aFailureComesWhereTheStepWouldHaveBeen() throws IOException {
        IOException broken = new IOException("the disk is gone");
        List<EpisodeSteps> list = new ArrayList<>(MadeUp.episodes(List.of(3, 2, 4)));
        Steps whole = list.get(1).steps();
        list.set(1, new EpisodeSteps(Facts.of(1, 0.1), () -> {
            Cursor<Step> cursor = whole.open();
            cursor.next();
            return new FailingAfter(cursor, broken);
        }));
        try (Cursor<Step> cursor =
                new Prefetch(3, 10_000).steps(Episodes.of(list)).open()) {
            for (int i = 0; i < 3; i++) {
                assertEquals(i, cursor.next().get("id").getLong(0));
            }
            assertSame(broken, assertThrows(IOException.class, () -> readAll(cursor)));
        }
        assertNoThreads();
    }

    private record FailingAfter(Cursor<Step> from, IOException failure) implements Cursor<Step> {
        @Override
        public Step next() throws IOException {
            Step next = from.next();
            if (next == null) {
                throw failure;
            }
            return next;
        }
    }

    private static void readAll(Cursor<Step> cursor) throws IOException {
        Step next = cursor.next();
        while (next != null) {
            next = cursor.next();
        }
    }

    @Test
    void closingEarlyEndsTheThreads() throws IOException {
        Episodes endless = Episodes.of(
                Integer.MAX_VALUE, index -> new EpisodeSteps(Facts.of(index, 0.1), Steps.of(MadeUp.steps(0, 5))));
        for (int taken = 0; taken < 3; taken++) {
            try (Cursor<Step> cursor = new Prefetch(4, 5000).steps(endless).open()) {
                for (int i = 0; i < taken; i++) {
                    assertEquals(i, cursor.next().index());
                }
            }
            assertNoThreads();
        }
    }

    private static void assertNoThreads() {
        assertFalse(
                Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(thread -> thread.getName().startsWith("prefetch-")),
                "a thread is left");
    }

    /** Ten times the bound flows by; steps out of the source, and not yet given up by the flow, are counted. */
    @Test
    void aShuffledFlowOfTransitionsHoldsNoMoreThanItSays() throws IOException {
        long bound = 100L * STEP_BYTES;
        int threads = 3;
        int n = 4;
        int buffer = 50;
        AtomicLong made = new AtomicLong();
        AtomicLong most = new AtomicLong();
        AtomicLong taken = new AtomicLong();
        Episodes source = Episodes.of(
                50,
                index -> new EpisodeSteps(Facts.of(index, 0.1), () -> new Cursor<>() {
                    private long at;

                    @Override
                    public Step next() {
                        if (at == 40) {
                            return null;
                        }
                        most.accumulateAndGet(made.incrementAndGet() - taken.get(), Math::max);
                        return bigStep(at++, 40L * index);
                    }
                }));
        Steps flow = new Prefetch(threads, bound)
                .steps(source.mapSteps(new NStep(n, 0.9, true, List.of())))
                .shuffle(buffer, 5);
        int transitions = 0;
        try (Cursor<Step> cursor = flow.open()) {
            while (cursor.next() != null) {
                transitions++;
                taken.incrementAndGet();
            }
        }
        assertEquals(50 * 39, transitions);
        long perThread = n + 2; // held for transitions that are not yet made, and the one that goes over the bound
        long lastSteps = 50; // of episodes, which give no transition and are never taken
        long allowed = bound / STEP_BYTES + buffer + threads * perThread + 2 + lastSteps;
        assertTrue(most.get() <= allowed, most.get() + " steps were held, " + allowed + " are allowed");
        assertTrue(most.get() > buffer, "nothing was read ahead");
    }

    private static Step bigStep(long index, long first) {
        return new Step(
                index,
                Map.of(
                        "obs/big", NdArray.zeros(DType.UINT8, STEP_BYTES),
                        "reward", NdArray.of(1.0),
                        "id", NdArray.of(first + index)));
    }

    @Test
    void batchesUseTheirBuffersAgain() throws IOException {
        Steps steps = Steps.of(MadeUp.steps(0, 7));
        for (boolean isDirect : new boolean[] {false, true}) {
            Batch batch = Batch.like(MadeUp.step(0, 0), 3, isDirect);
            ByteBuffer buffer = batch.buffer("obs/p");
            assertEquals(isDirect, buffer.isDirect());
            List<Double> seen = new ArrayList<>();
            List<Integer> sizes = new ArrayList<>();
            try (BatchReader reader = BatchReader.open(steps)) {
                for (int count = reader.next(batch); count > 0; count = reader.next(batch)) {
                    sizes.add(count);
                    assertSame(buffer, batch.buffer("obs/p"));
                    assertEquals(List.of(count, 2), batch.shape("obs/p"));
                    assertEquals(count * 16, buffer.remaining());
                    for (int row = 0; row < count; row++) {
                        seen.add(buffer.getDouble(16 * row + 8));
                        assertEquals(1f, batch.buffer("actions").getFloat(12 * row + 4));
                    }
                }
            }
            assertEquals(List.of(3, 3, 1), sizes);
            assertEquals(List.of(-0.0, -1.0, -2.0, -3.0, -4.0, -5.0, -6.0), negated(seen));
        }
    }

    /** -0 of the made up first step is 0, because its number is whole. */
    private static List<Double> negated(List<Double> seen) {
        return seen.stream().map(value -> value == 0 ? -0.0 : value).toList();
    }

    @Test
    void aStepOfAnotherShapeIsRefused() throws IOException {
        Batch batch = Batch.like(MadeUp.step(0, 0), 3, false);
        Steps steps = Steps.of(List.of(MadeUp.step(4, 0).with("obs/p", NdArray.of(1.0))));
        try (BatchReader reader = BatchReader.open(steps)) {
            String message = assertThrows(IllegalArgumentException.class, () -> reader.next(batch))
                    .getMessage();
            assertEquals("step 4: 'obs/p' is float64[], the batch was made for float64[2]", message);
        }
    }
}
