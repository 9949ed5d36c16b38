package io.github.roboreel.recorder.hdf5.read;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.recorder.hdf5.read.ReaderRequest.Call;
import io.github.roboreel.recorder.hdf5.worker.DoubtfulFile;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * As {@link Hdf5RunReader}, with the native library in a process of its own that has limits: a damaged file that makes
 * the library crash, loop or ask for all memory is an {@link IOException} that names the place, and the rest of the
 * file can still be read. For files that plain Java does not read. For one thread at a time.
 */
public final class IsolatedRunReader implements RunReader {
    private final DoubtfulFile file;
    private boolean live;

    private IsolatedRunReader(DoubtfulFile file) {
        this.file = file;
    }

    /**
     * Opens a run file in a process for it alone.
     *
     * @throws IOException as {@link Hdf5RunReader#open}, or when opening it kills the library, or no process can be
     *     started
     */
    public static IsolatedRunReader open(Path path) throws IOException {
        DoubtfulFile file = new DoubtfulFile(path, ReaderWorker.class);
        try {
            IsolatedRunReader reader = new IsolatedRunReader(file);
            reader.live = reader.ask(ReaderRequest.of(Call.OPEN, ""), new TypeReference<Boolean>() {});
            return reader;
        } catch (IOException | RuntimeException e) {
            file.giveUp();
            throw e;
        }
    }

    @Override
    public boolean isLive() {
        return live;
    }

    @Override
    public OptionalLong deadSpace() throws IOException {
        return OptionalLong.of(ask(ReaderRequest.of(Call.DEAD_BYTES, ""), new TypeReference<Long>() {}));
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

    <A> A ask(ReaderRequest request, TypeReference<A> answer) throws IOException {
        return file.ask(request.in(file.name()), request.place(), answer);
    }

    byte[] askBytes(ReaderRequest request) throws IOException {
        return file.askBytes(request.in(file.name()), request.place());
    }

    double[] askDoubles(ReaderRequest request) throws IOException {
        return file.askDoubles(request.in(file.name()), request.place());
    }

    Path path() {
        return file.path();
    }

    /** Closes the file; a second call does nothing. */
    @Override
    public void close() {
        file.close(ReaderRequest.of(Call.CLOSE, "").in(file.name()));
    }
}
