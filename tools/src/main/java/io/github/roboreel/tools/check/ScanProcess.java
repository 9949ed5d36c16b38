package io.github.roboreel.tools.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A running {@link ScanWorker}. For one thread. */
final class ScanProcess implements AutoCloseable {
    /** Options of this JVM that reading needs as well. */
    private static final List<String> INHERITED =
            List.of(
                    "-Xmx",
                    "-Djava.library.path=",
                    "-Djna.",
                    "--enable-native-access=",
                    "--sun-misc-unsafe-memory-access=");

    private static final String END = "";
    private static final int SECONDS_TO_END = 5;
    private static final int SIGNALLED = 128;

    /** SIGHUP, SIGINT, SIGKILL (also of a system out of memory) and SIGTERM. */
    private static final Set<Integer> ENDED_BY_OTHERS =
            Set.of(SIGNALLED + 1, SIGNALLED + 2, SIGNALLED + 9, SIGNALLED + 15);

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
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> INHERITED.stream().anyMatch(option::startsWith))
                .forEach(command::add);
        // A crash is expected of damaged files: its report is not wanted.
        command.add("-XX:ErrorFile=/dev/null");
        command.add("-XX:-CreateCoredumpOnCrash");
        command.add("-XX:+DisplayVMOutputToStderr");
        command.add("-XX:+UseSerialGC");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(ScanWorker.class.getName());
        return new ScanProcess(
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
    }

    /**
     * Scans a file.
     *
     * @return what became of the process when it did not finish that
     * @throws IOException when no file can be read at all
     */
    Optional<String> scan(ScanRequest request, ScanListener listener, Duration silence)
            throws IOException {
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

    private Optional<String> hear(ScanListener listener, Duration silence)
            throws InterruptedException, IOException {
        while (true) {
            String line = messages.poll(silence.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null) {
                return Optional.of("does not end within " + silence.toSeconds() + " s");
            }
            if (line.equals(END)) {
                requireOwnDeath();
                return Optional.of("brings the HDF5 library down");
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

    /** No file is to blame when a library is missing, or when somebody ended the process. */
    private void requireOwnDeath() throws InterruptedException, IOException {
        if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
            return;
        }
        if (ENDED_BY_OTHERS.contains(process.exitValue())) {
            throw new IOException(
                    "the process that reads run files was ended by signal "
                            + (process.exitValue() - SIGNALLED)
                            + "; nothing was found out, start again");
        }
        if (process.exitValue() == ScanWorker.NO_LIBRARY) {
            throw new IOException(
                    "the HDF5 library does not load, so no run file can be read; ./roboreel"
                            + " installs it");
        }
    }

    private void pump() {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
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
