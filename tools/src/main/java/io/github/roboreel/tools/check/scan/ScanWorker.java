package io.github.roboreel.tools.check.scan;

import io.github.roboreel.recorder.hdf5.read.WorkerJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The process that reads run files for {@link IsolatedScans}: a {@link ScanRequest} per line of stdin,
 * {@link ScanMessage}s on stdout. It ends when stdin does, hence with its parent.
 */
final class ScanWorker implements ScanListener {
    private static final long REPEAT_NANOS = 5_000_000_000L;

    private final PrintStream out;
    private String place;
    private long toldNanos;

    private ScanWorker(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        WorkerJvm.endWithParent();
        WorkerJvm.limitNativeMemory(WorkerJvm.READING_BYTES);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            ScanWorker worker = new ScanWorker(out);
            try {
                new RunFileScan(ScanMessage.request(line), worker).run();
            } catch (LinkageError e) {
                System.exit(WorkerJvm.NO_LIBRARY);
            }
            worker.send(ScanMessage.DONE);
        }
    }

    /** A new place at once, since reading it may be the last thing this process does. */
    @Override
    public void at(String inside) {
        boolean isNew = !inside.equals(place);
        if (isNew || System.nanoTime() - toldNanos > REPEAT_NANOS) {
            place = inside;
            toldNanos = System.nanoTime();
            send(ScanMessage.at(inside));
        }
    }

    @Override
    public void fault(ValueFault fault) {
        send(ScanMessage.of(fault));
    }

    @Override
    public void opened(boolean isLive, Map<String, Object> attributes) {
        send(ScanMessage.opened(isLive, attributes));
    }

    @Override
    public void measured(FileSpace space) {
        send(ScanMessage.of(space));
    }

    @Override
    public void demo(DemoFacts demo) {
        send(ScanMessage.of(demo));
    }

    private void send(ScanMessage message) {
        try {
            out.println(ScanMessage.line(message));
            if (out.checkError()) {
                // Nobody listens any more.
                System.exit(1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
