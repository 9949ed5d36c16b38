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
    private final ReaderProcess process;
    private final boolean ownsProcess;
    private boolean live;
    private int deaths;
    private boolean closed;

    private IsolatedRunReader(Path path, ReaderProcess process, boolean ownsProcess) {
        this.path = path;
        this.process = process;
        this.ownsProcess = ownsProcess;
    }

    /**
     * Opens a run file in a process for it alone.
     *
     * @throws IOException as {@link Hdf5RunReader#open}, or when opening it kills the library, or no process can be
     *     started
     */
    public static IsolatedRunReader open(Path path) throws IOException {
        return opened(new IsolatedRunReader(path, new ReaderProcess(), true));
    }

    /**
     * Opens a run file in a process that reads others, too. A damaged one ends the process; the others are opened anew
     * when they are asked for next.
     *
     * @throws IOException as {@link #open(Path)}
     */
    public static IsolatedRunReader open(Path path, ReaderProcess process) throws IOException {
        return opened(new IsolatedRunReader(path, process, false));
    }

    private static IsolatedRunReader opened(IsolatedRunReader reader) throws IOException {
        try {
            reader.live = reader.ask(ReaderRequest.of(Call.OPEN, ""), new TypeReference<Boolean>() {});
            return reader;
        } catch (IOException | RuntimeException e) {
            reader.giveProcessBack();
            throw e;
        }
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

    /** Puts a request to a worker. */
    @FunctionalInterface
    interface Question<A> {
        A put(Worker worker, ReaderRequest request) throws IOException;
    }

    <A> A ask(ReaderRequest request, TypeReference<A> answer) throws IOException {
        return ask(request, (worker, asked) -> worker.ask(asked, answer, Worker.longestSilence()));
    }

    <A> A ask(ReaderRequest request, Question<A> question) throws IOException {
        if (closed) {
            throw new IOException(path + " is closed; open it again to read " + request.place());
        }
        if (deaths >= MOST_DEATHS) {
            throw new IOException(path + " is damaged in many places; the rest was not read");
        }
        try {
            return question.put(
                    process.worker(), request.in(path.toAbsolutePath().toString()));
        } catch (WorkerDeath e) {
            throw died(request, e);
        }
    }

    private IOException died(ReaderRequest request, WorkerDeath death) throws IOException {
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
        if (closed) {
            return;
        }
        if (process.isRunning() && deaths < MOST_DEATHS) {
            try {
                ask(ReaderRequest.of(Call.CLOSE, ""), new TypeReference<Boolean>() {});
            } catch (IOException e) {
                // What was read was read; the process that cannot close the file is ended.
                process.end();
            }
        }
        closed = true;
        giveProcessBack();
    }

    private void giveProcessBack() {
        if (ownsProcess) {
            process.close();
        }
    }
}
