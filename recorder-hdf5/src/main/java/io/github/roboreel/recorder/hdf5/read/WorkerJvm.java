package io.github.roboreel.recorder.hdf5.read;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.github.roboreel.recorder.hdf5.lib.Hdf5Native;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A JVM like this one for work that may kill it: HDF5's native library reads files that may be damaged, and on some it
 * crashes, loops or asks for all memory. Stateless.
 */
public final class WorkerJvm {
    /** Exit code of a worker whose libraries do not load: no file is to blame. */
    public static final int NO_LIBRARY = 70;

    /** System property: seconds that a worker may be silent before it counts as hanging. */
    public static final String SILENCE_PROPERTY = "roboreel.reader.silence.seconds";

    /**
     * What native code may take to read one run file: the largest chunk that is written, below 1 GiB, three times, as
     * read, inflated in a buffer that doubles, and shuffled back.
     */
    public static final long READING_BYTES = 4L << 30;

    private static final int USUAL_SILENCE_SECONDS = 120;

    /** Options of this JVM that reading needs as well. */
    private static final List<String> INHERITED = List.of(
            "-Djava.library.path=",
            "-Djna.",
            "-D" + Hdf5Native.LIBRARY_PROPERTY + "=",
            "-D" + SILENCE_PROPERTY + "=",
            "-XX:SharedArchiveFile=",
            "--enable-native-access=",
            "--sun-misc-unsafe-memory-access=");

    /** A crash is expected of damaged files: its report is not wanted, least of all on stdout. */
    private static final List<String> QUIET = List.of(
            "-XX:+SuppressFatalErrorMessage",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:+DisplayVMOutputToStderr",
            "-Xlog:disable");

    private static final int SECONDS_TO_END = 5;
    private static final int SIGNALLED = 128;

    /** SIGHUP, SIGINT, SIGKILL (also of a system out of memory) and SIGTERM. */
    private static final Set<Integer> ENDED_BY_OTHERS =
            Set.of(SIGNALLED + 1, SIGNALLED + 2, SIGNALLED + 9, SIGNALLED + 15);

    /** {@code RLIMIT_AS} of Linux, except on MIPS and SPARC. */
    private static final int ADDRESS_SPACE = 9;

    private WorkerJvm() {}

    private static final class LibC {
        static {
            Native.register(LibC.class, "c");
        }

        private LibC() {}

        static native int getrlimit(int resource, Pointer limits);

        static native int setrlimit(int resource, Pointer limits);
    }

    /**
     * Starts a worker with this JVM's class path. Its stderr goes nowhere.
     *
     * @param main the class to run
     * @param heapBytes its Java heap at most
     * @throws IOException when no process can be started
     */
    public static Process start(Class<?> main, long heapBytes, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> INHERITED.stream().anyMatch(option::startsWith))
                .forEach(command::add);
        command.addAll(QUIET);
        command.add("-Xmx" + heapBytes);
        command.add("-XX:+UseSerialGC");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** How long a worker may be silent. */
    public static Duration longestSilence() {
        return Duration.ofSeconds(Integer.getInteger(SILENCE_PROPERTY, USUAL_SILENCE_SECONDS));
    }

    /** Called by a worker in its own process: ends it with its parent, even in native code. */
    public static void endWithParent() {
        ProcessHandle.current()
                .parent()
                .ifPresent(p -> p.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
    }

    /**
     * Called by a worker in its own process: from now on native code gets so many bytes more and is then refused
     * memory, which it reports. Does nothing where the system has no such limit.
     */
    public static void limitNativeMemory(long bytes) {
        try (Memory limits = new Memory(2 * Long.BYTES)) {
            if (LibC.getrlimit(ADDRESS_SPACE, limits) == 0) {
                long hard = limits.getLong(Long.BYTES);
                long wanted = addressSpace() + bytes;
                boolean isTighter = Long.compareUnsigned(wanted, limits.getLong(0)) < 0;
                if (isTighter && Long.compareUnsigned(wanted, hard) <= 0) {
                    limits.setLong(0, wanted);
                    LibC.setrlimit(ADDRESS_SPACE, limits);
                }
            }
        } catch (IOException | LinkageError e) {
            // No Linux: the process is still one of its own.
            return;
        }
    }

    /** What this process has mapped and reserved, bytes. */
    private static long addressSpace() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmSize:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        throw new IOException("/proc/self/status has no VmSize");
    }

    /**
     * What a worker that ended by itself did to the file it read, to follow "reading it".
     *
     * @throws IOException when no file is to blame: a library is missing, or somebody ended it
     */
    public static String death(Process worker) throws IOException, InterruptedException {
        if (worker.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
            requireOwnDeath(worker.exitValue());
        }
        return "brings the HDF5 library down";
    }

    private static void requireOwnDeath(int exitCode) throws IOException {
        if (ENDED_BY_OTHERS.contains(exitCode)) {
            throw new IOException("the process that reads run files was ended by signal "
                    + (exitCode - SIGNALLED)
                    + "; nothing was found out, start again");
        }
        if (exitCode == NO_LIBRARY) {
            throw new IOException("the HDF5 library does not load, so no run file can be read; install"
                    + " JHDF5 and its native library");
        }
    }
}
