package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.format.fault.Sentence;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A dashboard in a process of its own. It ends with the recording unless it is to be kept; when it ends before, or does
 * not begin, one sentence says so and the recording continues. It survives a recorder that is killed.
 */
final class DashboardProcess {
    /** This program. */
    private static final String MAIN_CLASS = "io.github.roboreel.cli.Main";

    private static final int MAX_SECONDS_TO_BEGIN = 15;
    private static final int MAX_SECONDS_TO_END = 6;
    private static final int POLL_MILLIS = 100;

    /** What a sentence of a program of ours begins with. */
    private static final String SAYS = "roboreel: ";

    /** Options of this JVM that the dashboard's needs as well; the sizes of heaps are the recorder's own. */
    private static final List<String> INHERITED = List.of(
            "-Djava.library.path=",
            "-Djna.",
            "-Dnative.libpath.",
            "-Dorg.bytedeco.",
            "-Droboreel.",
            "-Djava.awt.headless=",
            "-Xlog:",
            "-Xshare:",
            "-XX:SharedArchiveFile=",
            "--add-opens=",
            "--enable-native-access=",
            "--sun-misc-unsafe-memory-access=");

    private static final List<String> OPTIONS =
            List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true");

    private final Process process;
    private final boolean isKept;
    private final Terminal terminal;
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile String address;
    private volatile String lastWords = "";
    private volatile boolean isClosing;

    private DashboardProcess(Process process, boolean isKept, Terminal terminal) {
        this.process = process;
        this.isKept = isKept;
        this.terminal = terminal;
        Thread listener = new Thread(this::listen, "roboreel-dashboard");
        listener.setDaemon(true);
        listener.start();
    }

    /**
     * Starts it; empty when that fails, which is said.
     *
     * @param isKept whether it stays when the recording has ended
     */
    static Optional<DashboardProcess> start(Path folder, boolean isKept, Terminal terminal) {
        try {
            return Optional.of(new DashboardProcess(process(folder, isKept), isKept, terminal));
        } catch (IOException e) {
            terminal.say(Sentence.of(
                    "the dashboard could not be started (%s); the recording continues without it",
                    Sentence.reasonOf(e)));
            return Optional.empty();
        }
    }

    /** One that is kept must not get the terminal's Ctrl-C. */
    private static Process process(Path folder, boolean isKept) throws IOException {
        if (isKept) {
            try {
                return process(command(folder, List.of("setsid")));
            } catch (IOException e) {
                // Without that program it stays only when the recording ends by itself.
            }
        }
        return process(command(folder, List.of()));
    }

    private static Process process(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        return process;
    }

    private static List<String> command(Path folder, List<String> before) {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> INHERITED.stream().anyMatch(option::startsWith))
                .forEach(command::add);
        command.addAll(OPTIONS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS));
        command.addAll(List.of("serve", folder.toAbsolutePath().toString()));
        return command;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Waits for its address, which is printed as soon as it is known, but not for long. */
    void awaitAddress(BooleanSupplier isGivenUp) {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS_TO_BEGIN);
        try {
            while (!begun.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                if (isGivenUp.getAsBoolean() || System.nanoTime() - endNanos > 0) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                hear(line.strip());
            }
        } catch (IOException e) {
            // It is gone, or this process has closed its end.
        }
        if (!isClosing) {
            complain();
        }
        begun.countDown();
    }

    private void hear(String line) {
        if (address == null && line.startsWith("http://")) {
            address = line;
            terminal.err().println(line);
            begun.countDown();
        } else if (!line.isEmpty()) {
            lastWords = line.startsWith(SAYS) ? line.substring(SAYS.length()) : line;
        }
    }

    private void complain() {
        try {
            boolean isEnded = process.waitFor(MAX_SECONDS_TO_END, TimeUnit.SECONDS);
            if (!isClosing) {
                terminal.say(Sentence.of(
                        "the dashboard ended (exit code %s%s); the recording continues without it",
                        isEnded ? process.exitValue() : "unknown", lastWords.isEmpty() ? "" : ": " + lastWords));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it, or says how to. */
    void close() {
        isClosing = true;
        if (isKept && process.isAlive()) {
            terminal.say(Sentence.of(
                    "the dashboard stays open%s; kill %d ends it",
                    address == null ? "" : " at " + address, process.pid()));
        } else {
            end();
        }
    }

    private void end() {
        process.destroy();
        try {
            if (!process.waitFor(MAX_SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
