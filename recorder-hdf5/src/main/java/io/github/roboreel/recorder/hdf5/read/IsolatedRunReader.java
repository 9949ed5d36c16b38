package io.github.roboreel.recorder.hdf5.read;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.hdf5.isolation.Worker;
import io.github.roboreel.recorder.hdf5.isolation.WorkerDeath;
import io.github.roboreel.recorder.hdf5.read.ReaderRequest.Call;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * As {@link Hdf5RunReader}, with the native library in a process of its own that has limits: a damaged file that makes
 * the library crash, loop or ask for all memory is an {@link IOException} that names the place, and the rest of the
 * file can still be read. For files of which nobody knows that they are whole. For one thread at a time.
 */
public final class IsolatedRunReader implements RunReader {
    private static final int MOST_DEATHS = 4;

    private final Path path;
    private Worker worker;
    private boolean live;
    private int deaths;
    private boolean closed;

    private IsolatedRunReader(Path path) {
        this.path = path;
    }

    /**
     * Opens a run file.
     *
     * @throws IOException as {@link Hdf5RunReader#open}, or when opening it kills the library, or no process can be
     *     started
     */
    public static IsolatedRunReader open(Path path) throws IOException {
        IsolatedRunReader reader = new IsolatedRunReader(path);
        reader.connect();
        return reader;
    }

    /** Whether a recorder still had the file open when this reader opened it. */
    public boolean isLive() {
        return live;
    }

    /**
     * As {@link Hdf5RunReader#deadBytes}.
     *
     * @throws IOException when the file cannot be read
     */
    public long deadBytes() throws IOException {
        return ask(ReaderRequest.of(Call.DEAD_BYTES, ""), new TypeReference<Long>() {});
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return ask(ReaderRequest.of(Call.ATTRIBUTES, ""), new TypeReference<Map<String, Object>>() {});
    }

    @Override
    public List<String> demoNames() throws IOException {
        return ask(ReaderRequest.of(Call.DEMO_NAMES, ""), new TypeReference<List<String>>() {});
    }

    @Override
    public EpisodeReader demo(String name) throws IOException {
        ask(ReaderRequest.of(Call.DEMO, name), new TypeReference<String>() {});
        return new IsolatedEpisode(this, name);
    }

    /** What is done with a worker that has the file open. */
    @FunctionalInterface
    interface Question<A> {
        A put(Worker worker) throws IOException;
    }

    <A> A ask(ReaderRequest request, TypeReference<A> answer) throws IOException {
        return ask(request, w -> w.ask(request, answer, Worker.longestSilence()));
    }

    /** Asks the worker; after a death the next question starts a new one. */
    <A> A ask(ReaderRequest request, Question<A> question) throws IOException {
        if (closed) {
            throw new IOException(path + " is closed; open it again to read " + request.place());
        }
        if (worker == null || worker.isEnded()) {
            connect();
        }
        try {
            return question.put(worker);
        } catch (WorkerDeath e) {
            throw died(request, e);
        }
    }

    private void connect() throws IOException {
        if (deaths >= MOST_DEATHS) {
            throw new IOException(path + " is damaged in many places; the rest was not read");
        }
        ReaderRequest open = ReaderRequest.of(Call.OPEN, path.toAbsolutePath().toString());
        Worker started = Worker.take(ReaderWorker.class);
        try {
            live = started.ask(open, new TypeReference<Boolean>() {}, Worker.longestSilence());
            worker = started;
        } catch (WorkerDeath e) {
            throw died(open, e);
        } catch (IOException | RuntimeException e) {
            started.giveBack();
            throw e;
        }
    }

    private IOException died(ReaderRequest request, WorkerDeath death) throws IOException {
        worker = null;
        death.requireOwn();
        deaths = death.isHang() ? MOST_DEATHS : deaths + 1;
        String place = request.place().isEmpty() ? "" : ", " + request.place();
        return new FileFaultException(
                Kind.DAMAGED, path + place + ": it is damaged: reading it " + death.getMessage(), death);
    }

    Path path() {
        return path;
    }

    /** Closes the file; a second call does nothing. */
    @Override
    public void close() throws IOException {
        closed = true;
        Worker closing = worker;
        worker = null;
        if (closing != null && !closing.isEnded()) {
            try {
                closing.ask(ReaderRequest.of(Call.CLOSE, ""), new TypeReference<Boolean>() {}, Worker.longestSilence());
                closing.giveBack();
            } catch (IOException e) {
                // What was read was read; the process that cannot close the file is ended.
                closing.close();
            }
        }
    }
}
