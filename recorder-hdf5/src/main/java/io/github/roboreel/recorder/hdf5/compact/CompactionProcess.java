package io.github.roboreel.recorder.hdf5.compact;

import io.github.roboreel.format.FileFaultException;
import io.github.roboreel.format.RoboReelException.Kind;
import io.github.roboreel.recorder.hdf5.read.ReaderProcess;
import io.github.roboreel.recorder.hdf5.read.ReaderRequest;
import io.github.roboreel.recorder.hdf5.write.RunPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * As {@link RunCompaction}, with the native library in a process of its own: a damaged file that makes the library
 * crash or loop stays as it is, and is named.
 *
 * <p>The caller holds the folder's {@link io.github.roboreel.recorder.files.OutputLock}.
 */
public final class CompactionProcess {
    private static final Duration LEAST_LIMIT = Duration.ofMinutes(5);
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
        ReaderRequest request = ReaderRequest.of(ReaderRequest.Call.COMPACT, run.toString());
        ReaderProcess process = ReaderProcess.take();
        try {
            List<?> sizes = (List<?>) process.ask(request, limit(run));
            return new CompactionReport(run, (Boolean) sizes.get(0), (Long) sizes.get(1), (Long) sizes.get(2));
        } catch (ReaderProcess.DeathException e) {
            throw new FileFaultException(
                    Kind.DAMAGED, run + " is as it was; the process that compacts it: " + e.getMessage(), e);
        } finally {
            process.giveBack();
        }
    }

    private static Duration limit(Path run) throws IOException {
        long bytes = Files.exists(run) ? Files.size(run) : 0;
        return LEAST_LIMIT.plusSeconds(bytes / SLOWEST_BYTES_PER_SECOND);
    }
}
