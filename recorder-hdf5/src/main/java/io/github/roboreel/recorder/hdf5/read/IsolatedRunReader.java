package io.github.roboreel.recorder.hdf5.read;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.recorder.hdf5.read.ReaderRequest.Call;
import io.github.roboreel.recorder.hdf5.worker.DoubtfulFile;
import io.github.roboreel.recorder.hdf5.worker.SharedWorker;
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
    private final DoubtfulFile file;
    private final boolean isForRows;
    private final ChunkCache cache;
    private ChunkReader chunks;
    private boolean live;

    private IsolatedRunReader(DoubtfulFile file, ChunkCache cache, boolean isForRows) {
        this.file = file;
        this.isForRows = isForRows;
        this.cache = cache;
    }

    /** A worker for several files, see {@link #open(Path, SharedWorker, ChunkCache)}. */
    public static SharedWorker worker() {
        return new SharedWorker(ReaderWorker.class);
    }

    /**
     * Opens a run file in a process for it alone.
     *
     * @throws IOException as {@link Hdf5RunReader#open}, or when opening it kills the library, or no process can be
     *     started
     */
    public static IsolatedRunReader open(Path path) throws IOException {
        return open(new DoubtfulFile(path, worker(), true), new ChunkCache(), false);
    }

    /**
     * Opens a run file in a process that reads others, too. A damaged one ends the process; the others are opened anew
     * when they are asked for next.
     *
     * @param cache of the values read last, which the others may share
     * @throws IOException as {@link #open(Path)}
     */
    public static IsolatedRunReader open(Path path, SharedWorker worker, ChunkCache cache) throws IOException {
        return open(new DoubtfulFile(path, worker, false), cache, true);
    }

    private static IsolatedRunReader open(DoubtfulFile file, ChunkCache cache, boolean isForRows) throws IOException {
        try {
            IsolatedRunReader reader = new IsolatedRunReader(file, cache, isForRows);
            reader.live = reader.ask(ReaderRequest.of(Call.OPEN, ""), new TypeReference<Boolean>() {});
            return reader;
        } catch (IOException | RuntimeException e) {
            file.giveUp();
            throw e;
        }
    }

    /** Whether whoever asks for descriptions of arrays wants rows next. */
    boolean isForRows() {
        return isForRows;
    }

    @Override
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

    <A> A ask(ReaderRequest request, TypeReference<A> answer) throws IOException {
        return file.ask(request.in(file.name()), request.place(), answer);
    }

    byte[] askBytes(ReaderRequest request) throws IOException {
        return file.askBytes(request.in(file.name()), request.place());
    }

    double[] askDoubles(ReaderRequest request) throws IOException {
        return file.askDoubles(request.in(file.name()), request.place());
    }

    /** Reads chunks of this file from their places. */
    ChunkReader chunks() throws IOException {
        if (chunks == null) {
            chunks = ChunkReader.open(file.path(), cache);
        }
        return chunks;
    }

    /** Whether the file that this process has open is the one that has that stamp. */
    boolean hasChunksOf(String stamp) throws IOException {
        return chunks().isOf(stamp);
    }

    Path path() {
        return file.path();
    }

    /** Closes the file; a second call does nothing. */
    @Override
    public void close() throws IOException {
        file.close(ReaderRequest.of(Call.CLOSE, "").in(file.name()));
        if (chunks != null) {
            chunks.close();
        }
    }
}
