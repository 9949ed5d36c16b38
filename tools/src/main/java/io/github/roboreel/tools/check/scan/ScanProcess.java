package io.github.roboreel.tools.check.scan;

import io.github.roboreel.recorder.hdf5.read.WorkerJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A running {@link ScanWorker}. For one thread. */
final class ScanProcess implements AutoCloseable {
    private static final String END = "";

    /**
     * How the process failed to finish.
     *
     * @param text to follow "reading it"
     * @param isHang whether it is still running; the next one would take as long
     */
    record Death(String text, boolean isHang) {}

    private final Process process;
    private final Writer requests;
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

    private ScanProcess(Process process) {
        this.process = process;
        this.requests = process.outputWriter(StandardCharsets.UTF_8);
        Thread pump = new Thread(this::pump, "roboreel-check-messages");
        pump.setDaemon(true);
        pump.start();
    }

    static ScanProcess start() throws IOException {
        return new ScanProcess(
                WorkerJvm.start(ScanWorker.class, Runtime.getRuntime().maxMemory()));
    }

    /**
     * Scans a file.
     *
     * @return what became of the process when it did not finish that
     * @throws IOException when no file can be read at all
     */
    Optional<Death> scan(ScanRequest request, ScanListener listener, Duration silence) throws IOException {
        try {
            requests.write(ScanMessage.line(request) + "\n");
            requests.flush();
        } catch (IOException e) {
            // The process has ended, which is heard next.
            messages.add(END);
        }
        try {
            return hear(listener, silence);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while reading " + request.file());
        }
    }

    private Optional<Death> hear(ScanListener listener, Duration silence) throws InterruptedException, IOException {
        while (true) {
            String line = messages.poll(silence.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null) {
                return Optional.of(new Death("does not end within " + silence.toSeconds() + " s", true));
            }
            if (line.equals(END)) {
                return Optional.of(new Death(WorkerJvm.death(process), false));
            }
            Optional<ScanMessage> message = message(line);
            if (message.filter(m -> m.done() != null).isPresent()) {
                return Optional.empty();
            }
            message.ifPresent(m -> m.tell(listener));
        }
    }

    /** A process that dies may write its last words between the messages. */
    private static Optional<ScanMessage> message(String line) {
        try {
            return Optional.of(ScanMessage.message(line));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void pump() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                messages.add(line);
            }
        } catch (IOException e) {
            // A stream that breaks is a process that ended.
        } finally {
            messages.add(END);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
