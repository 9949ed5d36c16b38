package io.github.roboreel.recorder.hdf5.compact;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.hdf5.worker.Worker;
import io.github.roboreel.recorder.hdf5.worker.WorkerDeath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * As {@link RunCompaction}, with the native library in a process of its own: a damaged file that makes the library
 * crash or loop stays as it is, and is named.
 *
 * <p>The caller holds the folder's {@link io.github.roboreel.recorder.OutputLock}.
 */
public final class CompactionProcess {
    private static final Duration MIN_LIMIT = Duration.ofMinutes(5);
    private static final long SLOWEST_BYTES_PER_SECOND = 5_000_000;

    private CompactionProcess() {}

    /**
     * Compacts a run file that was closed.
     *
     * @param runFile {@code .../run_i.hdf5}
     * @throws IllegalArgumentException when it is not named so
     * @throws IOException as {@link RunCompaction#compact}, or when reading the file kills the library, or no process
     *     can be started
     */
    public static CompactionReport compact(Path runFile) throws IOException {
        Path run = new RunPaths(runFile).run();
        Worker worker = Worker.take(Compactor.class);
        try {
            return worker.ask(new Request(run), new TypeReference<CompactionReport>() {}, limit(run));
        } catch (WorkerDeath e) {
            e.requireOwn();
            throw new FileFaultException(
                    Kind.DAMAGED, run + " is as it was; the process that compacts it: reading it " + e.getMessage(), e);
        } finally {
            worker.giveBack();
        }
    }

    /** A run file to compact. */
    record Request(Path run) {}

    /** What the other process does. */
    static final class Compactor implements Service<Request> {
        @Override
        public Class<Request> requestType() {
            return Request.class;
        }

        @Override
        public CompactionReport answer(Request request, Progress progress) throws IOException {
            return RunCompaction.compact(request.run());
        }
    }

    private static Duration limit(Path run) throws IOException {
        long bytes = Files.exists(run) ? Files.size(run) : 0;
        return MIN_LIMIT.plusSeconds(bytes / SLOWEST_BYTES_PER_SECOND);
    }
}
