package io.github.roboreel.recorder.hdf5.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.recorder.hdf5.TestJvm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers whose parent is gone. */
class OrphanedWorkerIT {
    private static final int SIGKILL_CODE = 128 + 9;

    /** Names its process in a file and never comes back. */
    static final class Endless implements Service<Endless.Question> {
        record Question(String file) {}

        @Override
        public Class<Question> requestType() {
            return Question.class;
        }

        @Override
        public Object answer(Question request, Progress progress) throws IOException {
            Path file = Path.of(request.file());
            Path written = Files.writeString(
                    file.resolveSibling("pid.creating"),
                    Long.toString(ProcessHandle.current().pid()));
            Files.move(written, file);
            while (true) {
                Thread.onSpinWait();
            }
        }
    }

    /** What {@code recover} does with its worker. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] args) throws Exception {
            Worker worker = Worker.start(Endless.class, Worker.Limits.READING);
            worker.ask(new Endless.Question(args[0]), new TypeReference<String>() {}, Duration.ofDays(1));
        }
    }

    @TempDir
    Path folder;

    @Test
    void parentIsKilled_itsWorkerEndsToo() throws Exception {
        Path file = folder.resolve("pid");
        Process parent = TestJvm.start(TestJvm.command(Parent.class, file.toString()), folder.resolve("output.txt"));
        while (!Files.exists(file)) {
            assertTrue(parent.isAlive(), this::output);
            Thread.sleep(20);
        }
        ProcessHandle worker =
                ProcessHandle.of(Long.parseLong(Files.readString(file))).orElseThrow();
        assertTrue(worker.isAlive());
        parent.destroyForcibly().waitFor();
        worker.onExit().get(5, TimeUnit.MINUTES);
    }

    private String output() {
        try {
            return Files.readString(folder.resolve("output.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** The JVM's own end waits for native code; a signal that none can catch does not. */
    @Test
    void requestsEnd_theWorkerIsKilledAndNotShutDown() throws Exception {
        List<String> command = TestJvm.command(WorkerMain.class, Endless.class.getName(), Long.toString(4L << 30));
        Process worker = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("output.txt").toFile())
                .redirectErrorStream(true)
                .start();
        OutputStream requests = worker.getOutputStream();
        requests.close();
        assertEquals(SIGKILL_CODE, worker.waitFor(), output());
    }
}
