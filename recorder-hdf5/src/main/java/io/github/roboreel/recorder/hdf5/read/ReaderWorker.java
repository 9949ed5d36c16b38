package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.hdf5.compact.CompactionProcess;
import io.github.roboreel.recorder.hdf5.compact.CompactionReport;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The process that reads run files for {@link IsolatedRunReader}s, one file at a time, and compacts them for
 * {@link CompactionProcess}: a {@link ReaderRequest} on stdin, its answer on stdout. It ends when stdin does.
 */
final class ReaderWorker {
    /** The answer follows. */
    static final int ANSWER = 1;

    /** A sentence follows: the file cannot be read. */
    static final int FAILURE = 2;

    /** A sentence follows: what was asked makes no sense. */
    static final int MISTAKE = 3;

    private Hdf5RunReader run;
    private final Map<String, EpisodeReader> demos = new HashMap<>();

    private ReaderWorker() {}

    public static void main(String[] args) throws IOException {
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        System.setOut(System.err);
        WorkerJvm.endWithParent();
        WorkerJvm.limitNativeMemory(WorkerJvm.READING_BYTES);
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        ReaderWorker worker = new ReaderWorker();
        try {
            while (true) {
                worker.answer(ReaderRequest.read(in), out);
                out.flush();
            }
        } catch (EOFException e) {
            // Nobody asks any more.
            System.exit(0);
        }
    }

    private void answer(ReaderRequest request, DataOutputStream out) throws IOException {
        Object answer;
        try {
            answer = answer(request);
        } catch (IOException e) {
            fail(FAILURE, String.valueOf(e.getMessage()), out);
            return;
        } catch (IllegalArgumentException e) {
            fail(MISTAKE, String.valueOf(e.getMessage()), out);
            return;
        } catch (RuntimeException | VirtualMachineError e) {
            // Damaged sizes surface as failed allocations or arithmetic, too.
            fail(FAILURE, "cannot be read, it is damaged (" + e + ")", out);
            return;
        } catch (LinkageError e) {
            System.exit(WorkerJvm.NO_LIBRARY);
            return;
        }
        out.writeByte(ANSWER);
        ReaderWire.write(answer, out);
    }

    private static void fail(int kind, String sentence, DataOutputStream out) throws IOException {
        out.writeByte(kind);
        ReaderWire.write(sentence, out);
    }

    private Object answer(ReaderRequest request) throws IOException {
        return switch (request.call()) {
            case OPEN -> open(Path.of(request.name()));
            case CLOSE -> close();
            case DEAD_BYTES -> run.deadBytes();
            case COMPACT -> compact(Path.of(request.name()));
            case ATTRIBUTES -> run.attributes();
            case DEMO_NAMES -> run.demoNames();
            case DEMO -> demo(request).name();
            case DEMO_ATTRIBUTES -> demo(request).attributes();
            case NUM_SAMPLES -> demo(request).numSamples();
            case PATHS -> demo(request).paths();
            case INFO -> demo(request).info(request.path());
            case DOUBLES -> demo(request).readDoubles(request.path(), request.from(), request.to());
            case BYTES -> demo(request).readBytes(request.path(), request.from(), request.to());
        };
    }

    private boolean open(Path file) throws IOException {
        close();
        run = Hdf5RunReader.open(file);
        return run.isLive();
    }

    private boolean close() throws IOException {
        demos.clear();
        if (run != null) {
            Hdf5RunReader closing = run;
            run = null;
            closing.close();
        }
        return true;
    }

    private static List<Object> compact(Path file) throws IOException {
        CompactionReport report = RunCompaction.compact(file);
        return List.of(report.compacted(), report.bytesBefore(), report.bytesAfter());
    }

    private EpisodeReader demo(ReaderRequest request) throws IOException {
        EpisodeReader known = demos.get(request.name());
        if (known == null) {
            known = run.demo(request.name());
            demos.put(request.name(), known);
        }
        return known;
    }
}
