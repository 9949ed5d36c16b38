package io.github.roboreel.fleet.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every engine promises. */
public abstract class EngineContract {
    @TempDir
    Path folder;

    /** The engine, which the test does not close. */
    protected abstract Engine engine() throws IOException;

    /** An input with its square. */
    private record Squared(long input, long square) implements java.io.Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** Leaves a file for each try. */
    private record Square(String folder) implements Task<Integer, Squared> {
        private static final long serialVersionUID = 1L;

        @Override
        public Squared run(Integer input) throws IOException {
            Files.createTempFile(Path.of(folder), input + "-", ".try");
            return new Squared(input, (long) input * input);
        }
    }

    private static List<Integer> numbers(int count) {
        return List.copyOf(IntStream.range(0, count).boxed().toList());
    }

    @Test
    void everyInputHasOneResult() throws IOException {
        Map<Integer, Squared> taken = new HashMap<>();
        List<Integer> inputs = new ArrayList<>(numbers(50));
        engine().run("squares", inputs, new Square(folder.toString()), (index, result) -> {
            Squared before = taken.put(index, result);
            assertEquals(null, before, "input " + index + " has two results");
        });
        assertEquals(50, taken.size());
        for (int i = 0; i < 50; i++) {
            assertEquals(new Squared(i, (long) i * i), taken.get(i));
        }
    }

    @Test
    void noInputIsNoWork() throws IOException {
        engine().run("nothing", List.<Integer>of(), new Square(folder.toString()), (index, result) -> {
            throw new IOException("a result of nothing");
        });
    }

    @Test
    void resultsAreTakenByTheCallerWhileOthersRun() throws IOException {
        Thread caller = Thread.currentThread();
        Path gate = folder.resolve("gate");
        List<Integer> order = new ArrayList<>();
        engine().run("gate", numbers(2), new WaitIfFirst(gate.toString()), (index, result) -> {
            assertEquals(caller, Thread.currentThread());
            order.add(index);
            if (index == 1) {
                Files.createFile(gate);
            }
        });
        assertEquals(List.of(1, 0), order);
    }

    /** The first input waits for a file, which comes when the other is done. */
    private record WaitIfFirst(String gate) implements Task<Integer, Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public Integer run(Integer input) throws IOException {
            while (input == 0 && !Files.exists(Path.of(gate))) {
                sleep(10);
            }
            return input;
        }
    }

    private static void sleep(long ms) throws InterruptedIOException {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted");
        }
    }

    private record FailsAt(int bad, boolean refuses) implements Task<Integer, Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public Integer run(Integer input) throws IOException {
            if (input == bad && refuses) {
                throw RoboReelException.badArgument("there is no input %d", input);
            }
            if (input == bad) {
                throw new IOException("the disk of input " + input + " is full", new Unserializable());
            }
            return input;
        }
    }

    /** A cause that cannot travel between processes. */
    private static final class Unserializable extends Exception {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings({"unused", "serial"})
        private final Object thing = new Object();
    }

    @Test
    void theWorkFailsInTheWordsOfItsTask() {
        IOException e = assertThrows(
                IOException.class, () -> engine().run("failing", numbers(3), new FailsAt(1, false), (i, r) -> {}));
        assertEquals("the disk of input 1 is full", e.getMessage());
    }

    @Test
    void aRefusalKeepsItsKind() {
        RoboReelException e = assertThrows(
                RoboReelException.class,
                () -> engine().run("refusing", numbers(3), new FailsAt(2, true), (i, r) -> {}));
        assertEquals("there is no input 2", e.getMessage());
        assertEquals(RoboReelException.Kind.BAD_ARGUMENT, e.kind());
    }

    @Test
    void workGoesOnAfterWorkThatFailed() throws IOException {
        assertThrows(IOException.class, () -> engine().run("failing", numbers(3), new FailsAt(1, false), (i, r) -> {}));
        everyInputHasOneResult();
    }

    @Test
    void whatTheTakerOfResultsThrowsEndsTheWork() {
        // Tasks that leave no files, as some may run a little longer than the work that was cancelled.
        IOException e = assertThrows(
                IOException.class,
                () -> engine().run("full", numbers(20), new FailsAt(-1, false), (index, result) -> {
                    throw new IOException("the merge fails");
                }));
        assertEquals("the merge fails", e.getMessage());
        assertThrows(
                IllegalStateException.class,
                () -> engine().run("full", numbers(2), new FailsAt(-1, false), (index, result) -> {
                    throw new IllegalStateException("a bug");
                }));
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Path gate = folder.resolve("never");
        Engine engine = engine();
        Thread caller = new Thread(() -> {
            try {
                engine.run(
                        "waiting",
                        numbers(2),
                        new WaitIfFirst(gate.toString()),
                        (index, result) -> Thread.currentThread().interrupt());
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        caller.start();
        caller.join();
        assertInstanceOf(InterruptedIOException.class, thrown.get());
        everyInputHasOneResult();
    }

    @Test
    void thereIsAWorker() throws IOException {
        assertTrue(engine().workers() >= 1);
    }
}
