package io.github.roboreel.recorder.hdf5.worker;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.IoConsumer;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.plugin.Plugins;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A JVM like this one for work that may kill it: HDF5's native library reads files that may be damaged, and on some it
 * crashes, loops or asks for all memory. It ends with this process. For one thread at a time.
 */
public final class Worker implements AutoCloseable {
    /** System property: seconds that a worker may be silent before it counts as hanging. */
    public static final String SILENCE_PROPERTY = "roboreel.reader.silence.seconds";

    private static final int USUAL_SILENCE_SECONDS = 120;

    /** Options of this JVM that reading needs as well. */
    private static final List<String> INHERITED = List.of(
            "-Djava.library.path=",
            "-Djna.",
            "-Dnative.libpath.",
            "-Dorg.bytedeco.",
            "-D" + SILENCE_PROPERTY + "=",
            "-XX:SharedArchiveFile=",
            "--enable-native-access=",
            "--sun-misc-unsafe-memory-access=");

    /**
     * A crash is expected of damaged files: its report is not wanted, least of all on stdout. A worker waits for native
     * code most of its time: to compile its Java twice takes longer than it saves.
     */
    private static final List<String> OPTIONS = List.of(
            "-XX:+SuppressFatalErrorMessage",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:+DisplayVMOutputToStderr",
            "-Xlog:disable",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1");

    private static final int SECONDS_TO_END = 5;
    private static final long WATCH_MILLIS = 100;

    /** Those of each sort that are asked nothing now: starting one takes as long as reading a run. */
    private static final Map<Sort, BlockingQueue<Worker>> IDLE = new ConcurrentHashMap<>();

    /** Two threads that read use two of them, again and again. */
    private static final int MAX_IDLE = 2;

    private final Sort sort;
    private final Process process;
    private final Wire wire;
    private volatile boolean isEnded;
    private volatile boolean isOverdue;
    private volatile long silenceNanos;
    private volatile long heardNanos;
    private volatile Thread asking;

    /**
     * Memory of a worker.
     *
     * @param heapBytes its Java heap at most
     * @param nativeBytes what native code gets at most; more is refused, which it reports
     */
    public record Limits(long heapBytes, long nativeBytes) {
        /**
         * For reading one run file: native code takes the largest chunk that is written, below 1 GiB, three times, as
         * read, inflated in a buffer that doubles, and shuffled back.
         */
        public static final Limits READING = new Limits(512L << 20, 4L << 30);
    }

    /** What a worker can be asked, and where the plug-ins are that it sees. */
    private record Sort(Class<?> service, List<Path> plugins) {
        static Sort of(Class<? extends Service<?>> service) {
            return new Sort(service, Plugins.placesOfThread());
        }
    }

    private Worker(Sort sort, Process process) {
        this.sort = sort;
        this.process = process;
        wire = new Wire(process.getInputStream(), process.getOutputStream());
        Thread watch = new Thread(this::watch, "roboreel-worker-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /**
     * Starts a worker with this JVM's class path and the calling thread's plug-ins. Its stderr goes nowhere.
     *
     * @throws IOException when no process can be started
     */
    public static Worker start(Class<? extends Service<?>> service, Limits limits) throws IOException {
        Sort sort = Sort.of(service);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> INHERITED.stream().anyMatch(option::startsWith))
                .forEach(command::add);
        command.addAll(Hdf5.inheritedOptions());
        command.addAll(OPTIONS);
        command.add("-Xmx" + limits.heapBytes());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), WorkerMain.class.getName()));
        command.addAll(List.of(service.getName(), Long.toString(limits.nativeBytes())));
        sort.plugins().forEach(place -> command.add(place.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new Worker(sort, process);
    }

    /** An idle one with {@link Limits#READING}, or a new one; to be given back. */
    public static Worker take(Class<? extends Service<?>> service) throws IOException {
        BlockingQueue<Worker> idle = idle(Sort.of(service));
        for (Worker worker = idle.poll(); worker != null; worker = idle.poll()) {
            if (worker.process.isAlive()) {
                return worker;
            }
        }
        return start(service, Limits.READING);
    }

    private static BlockingQueue<Worker> idle(Sort sort) {
        return IDLE.computeIfAbsent(sort, s -> new ArrayBlockingQueue<>(MAX_IDLE));
    }

    /** Lets the next caller that takes one of that service use it. */
    public void giveBack() {
        if (isEnded || !idle(sort).offer(this)) {
            close();
        }
    }

    /** How long a worker may be silent. */
    public static Duration longestSilence() {
        return Duration.ofSeconds(Integer.getInteger(SILENCE_PROPERTY, USUAL_SILENCE_SECONDS));
    }

    /** Whether it can be asked nothing any more. */
    public boolean isEnded() {
        return isEnded;
    }

    /**
     * Asks and waits for the answer.
     *
     * @param silence how long it may take without news
     * @param hear gets the news, each as a record of that type
     * @throws WorkerDeath when the worker dies of it or does not end; it is of no use then
     * @throws FileFaultException in the worker's words when the work fails
     * @throws IllegalArgumentException in the worker's words when the request makes no sense
     * @throws InterruptedIOException when this thread is interrupted; the worker is ended
     */
    public <A, N> A ask(Object request, TypeReference<A> answer, Duration silence, Class<N> news, Consumer<N> hear)
            throws IOException {
        Wire.Frame frame = exchange(request, silence, told -> hear.accept(told.as(news)));
        return result(frame, answer.getType());
    }

    /** As above, without news. */
    public <A> A ask(Object request, TypeReference<A> answer, Duration silence) throws IOException {
        return ask(request, answer.getType(), silence);
    }

    /** As above, for an answer that is a {@code byte[]}. */
    public byte[] askBytes(Object request, Duration silence) throws IOException {
        return ask(request, byte[].class, silence);
    }

    /** As above, for an answer of that type. */
    public <A> A ask(Object request, Type answer, Duration silence) throws IOException {
        return result(exchange(request, silence, told -> {}), answer);
    }

    private Wire.Frame exchange(Object request, Duration silence, IoConsumer<Wire.Frame> news) throws IOException {
        silenceNanos = silence.toNanos();
        heardNanos = System.nanoTime();
        asking = Thread.currentThread();
        try {
            wire.send(Wire.Kind.REQUEST, request);
            Wire.Frame frame = wire.receive();
            while (frame.kind() == Wire.Kind.NEWS) {
                heardNanos = System.nanoTime();
                news.accept(frame);
                frame = wire.receive();
            }
            return frame;
        } catch (IOException e) {
            throw death(silence);
        } finally {
            asking = null;
        }
    }

    private static <A> A result(Wire.Frame frame, Type answer) throws IOException {
        if (frame.kind() == Wire.Kind.FAILURE) {
            Wire.Failure failure = frame.as(Wire.Failure.class);
            throw new FileFaultException(failure.kind(), failure.sentence(), null);
        }
        if (frame.kind() == Wire.Kind.MISTAKE) {
            throw new IllegalArgumentException(frame.as(String.class));
        }
        return frame.answer(answer);
    }

    private void watch() {
        try {
            while (!process.waitFor(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
                Thread waiting = asking;
                boolean isSilent = System.nanoTime() - heardNanos > silenceNanos;
                if (waiting != null && (isSilent || waiting.isInterrupted())) {
                    isOverdue = isSilent;
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
    }

    private IOException death(Duration silence) {
        try {
            if (Thread.currentThread().isInterrupted()) {
                return new InterruptedIOException("interrupted while waiting for another process");
            }
            if (isOverdue) {
                return WorkerDeath.ofHang(silence);
            }
            boolean ended = process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS);
            return WorkerDeath.ofExit(ended ? process.exitValue() : -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new InterruptedIOException("interrupted while waiting for another process");
        } finally {
            close();
        }
    }

    /** Ends the process. */
    @Override
    public void close() {
        isEnded = true;
        process.destroyForcibly();
    }
}
