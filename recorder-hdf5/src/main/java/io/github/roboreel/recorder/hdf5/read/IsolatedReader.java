package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.hdf5.read.ReaderWorker.Request;
import io.github.roboreel.recorder.hdf5.read.ReaderWorker.Source;
import io.github.roboreel.recorder.hdf5.worker.Worker;
import io.github.roboreel.recorder.hdf5.worker.WorkerDeath;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Readers that work in a process of their own, which has limits: a damaged file that makes the native library crash,
 * loop or ask for all memory is an {@link IOException} that names the place, and the rest of the file can still be
 * read. Each call of a method is a question to that process. For files that plain Java does not read. For one thread at
 * a time.
 */
public final class IsolatedReader {
    private static final int MAX_DEATHS = 4;

    /** A small part of a worker's heap, which holds rows twice while it hands them over. */
    private static final long BATCH_BYTES = 32L << 20;

    /** Methods whose answers about a closed file stay, and are asked for again and again. */
    private static final Set<String> REMEMBERED = Set.of("kind", "info", "paths");

    private static final int MAX_REMEMBERED = 10_000;

    private final Path path;
    private final Source source;
    private final Map<Request, Object> answers = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Request, Object> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };
    private Worker worker;
    private int deaths;
    private boolean live;
    private boolean closed;

    private IsolatedReader(Path path, boolean isRun) {
        this.path = path;
        source = new Source(path.toAbsolutePath().toString(), isRun);
    }

    /**
     * Opens a run file in a process for it alone.
     *
     * @throws IOException as {@link Hdf5RunReader#open}, or when opening it kills the library, or no process can be
     *     started
     */
    public static RunReader openRun(Path path) throws IOException {
        return new IsolatedReader(path, true).open(RunReader.class);
    }

    /** Likewise any HDF5 file. */
    public static ArrayFileReader openArrays(Path path) throws IOException {
        return new IsolatedReader(path, false).open(ArrayFileReader.class);
    }

    private <R extends Closeable> R open(Class<R> type) throws IOException {
        try {
            live = (boolean) ask(new Request(source, "", "", List.of()), "", Boolean.class);
            return seen(type, "");
        } catch (IOException | RuntimeException e) {
            Undo.after(e, this::close);
            throw e;
        }
    }

    private <R> R seen(Class<R> type, String demo) {
        InvocationHandler calls =
                (self, method, given) -> answer(self, demo, method, given == null ? List.of() : Arrays.asList(given));
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
    }

    private Object answer(Object self, String demo, Method method, List<Object> given) throws Throwable {
        boolean isRows = method.getReturnType() == byte[].class && given.size() > 2;
        return switch (method.getName()) {
            case "close" -> close();
            case "isLive" -> live;
            case "name" -> demo;
            case "toString" -> path + ", read by another process";
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> self == given.get(0);
            case "demo" -> {
                ask("", method, given);
                yield seen(EpisodeReader.class, (String) given.get(0));
            }
            case "has" -> has((EpisodeReader) self, method, given);
            case "infos", "deadSpace" -> ask(demo, method, given);
            default -> {
                if (method.isDefault()) {
                    yield InvocationHandler.invokeDefault(self, method, given.toArray());
                }
                yield isRows ? rows(self, demo, method, given) : ask(demo, method, given);
            }
        };
    }

    private boolean has(EpisodeReader episode, Method method, List<Object> given) throws IOException {
        return live
                ? (boolean) ask(episode.name(), method, given)
                : episode.paths().contains(given.get(0));
    }

    private byte[] rows(Object self, String demo, Method method, List<Object> given) throws IOException {
        try {
            return inBatches(self, demo, method, given);
        } catch (ArithmeticException | OutOfMemoryError e) {
            throw new IOException(
                    Sentence.of(
                            "%s, %s: rows %s to %s do not fit into memory, read fewer at a time; it may be damaged",
                            path, place(demo, given), given.get(1), given.get(2)),
                    e);
        }
    }

    /** So that neither process needs much memory beside the result. */
    private byte[] inBatches(Object self, String demo, Method method, List<Object> given) throws IOException {
        String array = (String) given.get(0);
        long from = (long) given.get(1);
        long to = (long) given.get(2);
        if (to - from <= 1) {
            return (byte[]) ask(demo, method, given);
        }
        DatasetInfo info =
                self instanceof EpisodeReader episode ? episode.info(array) : ((ArrayFileReader) self).info(array);
        long rowBytes = info.rowElements() * info.dtype().bytes();
        long batchRows = Math.max(1, BATCH_BYTES / Math.max(1, rowBytes));
        if (rowBytes == 0 || to - from <= batchRows) {
            return (byte[]) ask(demo, method, given);
        }
        byte[] rows = new byte[info.arrayLength(array, from, to, info.dtype().bytes())];
        int done = 0;
        for (long row = from; row < to; row += batchRows) {
            byte[] batch = (byte[]) ask(demo, method, List.of(array, row, Math.min(row + batchRows, to)));
            System.arraycopy(batch, 0, rows, done, batch.length);
            done += batch.length;
        }
        return rows;
    }

    private Object ask(String demo, Method method, List<Object> given) throws IOException {
        Request request = new Request(source, demo, method.toString(), given);
        Object known = answers.get(request);
        if (known == null) {
            known = ReaderWorker.received(method, ask(request, place(demo, given), ReaderWorker.sentType(method)));
            if (!live && REMEMBERED.contains(method.getName())) {
                answers.put(request, known);
            }
        }
        return known;
    }

    /** Where in the file a call reads. */
    private String place(String demo, List<Object> given) {
        String array = given.isEmpty() ? "" : (String) given.get(0);
        if (!source.isRun()) {
            return array;
        }
        String group = demo.isEmpty() ? DemoPaths.DATA : DemoPaths.inData(demo);
        return array.isEmpty() ? group : DemoPaths.in(group, array);
    }

    private Object ask(Request request, String place, Type answer) throws IOException {
        if (closed) {
            throw new IOException(path + " is closed; open it again to read " + place);
        }
        if (deaths >= MAX_DEATHS) {
            throw new IOException(path + " is damaged in many places; the rest was not read");
        }
        try {
            if (!isWorkerThere()) {
                worker = Worker.take(ReaderWorker.class);
            }
            return worker.ask(request, answer, Worker.longestSilence());
        } catch (WorkerDeath e) {
            throw died(place, e);
        }
    }

    private boolean isWorkerThere() {
        return worker != null && !worker.isEnded();
    }

    private IOException died(String place, WorkerDeath death) throws IOException {
        death.requireOwn();
        deaths = death.isHang() ? MAX_DEATHS : deaths + 1;
        String where = place.isEmpty() ? "" : ", " + place;
        return new FileFaultException(
                Kind.DAMAGED, path + where + ": it is damaged: reading it " + death.getMessage(), death);
    }

    /** Gives the worker back, which closes the file before; a second call does nothing. */
    private Void close() {
        if (!closed && isWorkerThere()) {
            try {
                ask(new Request(Source.NONE, "", "", List.of()), "", Boolean.class);
                worker.giveBack();
            } catch (IOException e) {
                // What was read was read; the process that cannot close the file is ended.
                worker.close();
            }
        }
        closed = true;
        answers.clear();
        return null;
    }
}
