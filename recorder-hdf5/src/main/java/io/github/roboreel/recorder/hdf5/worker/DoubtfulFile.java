package io.github.roboreel.recorder.hdf5.worker;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that may be damaged, read by a worker: what kills the worker is an {@link IOException} that names the place.
 * For one thread at a time.
 */
public final class DoubtfulFile {
    private static final int MAX_DEATHS = 4;

    private final Path path;
    private final Class<? extends Service<?>> service;
    private Worker worker;
    private int deaths;
    private boolean closed;

    /**
     * Of a path.
     *
     * @param service of the worker, which is taken when something is asked, and given back with the file
     */
    public DoubtfulFile(Path path, Class<? extends Service<?>> service) {
        this.path = path;
        this.service = service;
    }

    @FunctionalInterface
    private interface Question<A> {
        A put(Worker worker) throws IOException;
    }

    /** The file. */
    public Path path() {
        return path;
    }

    /** Its absolute path, for requests. */
    public String name() {
        return path.toAbsolutePath().toString();
    }

    /**
     * Asks and waits.
     *
     * @param place in the file, for messages; empty for all of it
     */
    public <A> A ask(Object request, String place, TypeReference<A> answer) throws IOException {
        return ask(place, asked -> asked.ask(request, answer, Worker.longestSilence()));
    }

    /** As above, for an answer that is a {@code byte[]}. */
    public byte[] askBytes(Object request, String place) throws IOException {
        return ask(place, asked -> asked.askBytes(request, Worker.longestSilence()));
    }

    /** As above, for an answer that is a {@code double[]}. */
    public double[] askDoubles(Object request, String place) throws IOException {
        return ask(place, asked -> asked.askDoubles(request, Worker.longestSilence()));
    }

    private <A> A ask(String place, Question<A> question) throws IOException {
        if (closed) {
            throw new IOException(path + " is closed; open it again to read " + place);
        }
        if (deaths >= MAX_DEATHS) {
            throw new IOException(path + " is damaged in many places; the rest was not read");
        }
        try {
            return question.put(worker());
        } catch (WorkerDeath e) {
            throw died(place, e);
        }
    }

    /** The one that reads the file, or a new one after a death. */
    private Worker worker() throws IOException {
        if (worker == null || worker.isEnded()) {
            worker = Worker.take(service);
        }
        return worker;
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

    /**
     * Closes the file; a second call does nothing.
     *
     * @param request that makes the worker close it
     */
    public void close(Object request) {
        if (closed) {
            return;
        }
        if (isWorkerThere() && deaths < MAX_DEATHS) {
            try {
                ask(request, "", new TypeReference<Boolean>() {});
            } catch (IOException e) {
                // What was read was read; the process that cannot close the file is ended.
                worker.close();
            }
        }
        giveUp();
    }

    /** It could not be opened. */
    public void giveUp() {
        closed = true;
        if (isWorkerThere()) {
            worker.giveBack();
        }
        worker = null;
    }
}
