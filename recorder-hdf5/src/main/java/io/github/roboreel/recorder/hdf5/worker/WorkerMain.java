package io.github.roboreel.recorder.hdf5.worker;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.plugin.Plugins;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;

/** The process of a {@link Worker}: requests on stdin, news and answers on stdout. */
final class WorkerMain {
    /** Exit code of a worker whose libraries do not load: no file is to blame. */
    static final int NO_LIBRARY = 70;

    /** {@code RLIMIT_AS} of Linux, except on MIPS and SPARC. */
    private static final int ADDRESS_SPACE = 9;

    private static final int SIGKILL = 9;

    private final Wire wire;
    private final BlockingQueue<Wire.Frame> requests = new LinkedBlockingQueue<>();

    private WorkerMain(Wire wire) {
        this.wire = wire;
    }

    private static final class LibC {
        static {
            Native.register(LibC.class, "c");
        }

        private LibC() {}

        static native int getrlimit(int resource, Pointer limits);

        static native int setrlimit(int resource, Pointer limits);

        static native int kill(int process, int signal);
    }

    /** Arguments: name of the {@link Service}, the bytes that native code may take, and where plug-ins are. */
    public static void main(String[] args) throws Exception {
        WorkerMain worker = new WorkerMain(new Wire(System.in, new FileOutputStream(FileDescriptor.out)));
        System.setOut(System.err);
        Thread reading = new Thread(worker::receive, "roboreel-worker-requests");
        reading.setDaemon(true);
        reading.start();
        List<Path> plugins = Stream.of(args).skip(2).map(Path::of).toList();
        if (!plugins.isEmpty()) {
            Thread.currentThread().setContextClassLoader(Plugins.reopen(plugins));
        }
        limitNativeMemory(Long.parseLong(args[1]));
        var constructor = Class.forName(args[0]).getDeclaredConstructor();
        constructor.setAccessible(true);
        worker.serve((Service<?>) constructor.newInstance());
    }

    /**
     * The parent holds the other end of stdin. When it ends so does this process, even in native code: the parent's
     * locks are gone then, and another process may begin the same work.
     */
    private void receive() {
        try {
            while (true) {
                requests.add(wire.receive());
            }
        } catch (IOException e) {
            endAtOnce();
        }
    }

    /** The JVM's own end would wait for threads in native code, which may be writing. */
    private static void endAtOnce() {
        try {
            LibC.kill((int) ProcessHandle.current().pid(), SIGKILL);
        } catch (LinkageError e) {
            // No Linux: it ends a little later.
            Runtime.getRuntime().halt(0);
        }
    }

    private <Q> void serve(Service<Q> service) throws Exception {
        while (true) {
            Q request = requests.take().as(service.requestType());
            try {
                wire.answer(service.answer(request, this::tell));
            } catch (IOException e) {
                wire.send(Wire.Kind.FAILURE, new Wire.Failure(Kind.of(e), String.valueOf(e.getMessage())));
            } catch (IllegalArgumentException e) {
                wire.send(Wire.Kind.MISTAKE, String.valueOf(e.getMessage()));
            } catch (RuntimeException | VirtualMachineError e) {
                // Damaged sizes surface as failed allocations or arithmetic, too.
                wire.send(
                        Wire.Kind.FAILURE, new Wire.Failure(Kind.DAMAGED, "cannot be read, it is damaged (" + e + ")"));
            } catch (LinkageError e) {
                Runtime.getRuntime().halt(NO_LIBRARY);
            } catch (Throwable e) {
                Runtime.getRuntime().halt(1);
            }
        }
    }

    private void tell(Object news) {
        try {
            wire.send(Wire.Kind.NEWS, news);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From now on native code gets so many bytes more. Does nothing where the system has no such limit. */
    private static void limitNativeMemory(long bytes) {
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
}
