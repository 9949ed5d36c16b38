package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.hdf5.lib.RecentlyUsed;
import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.hdf5.worker.Wire;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads run files for {@link IsolatedRunReader}s; a few stay open, for readers that go to and fro between them. */
final class ReaderWorker implements Service<ReaderRequest> {
    /** Each keeps chunks of the datasets read last. */
    private static final int MAX_OPEN = 16;

    private final RecentlyUsed<OpenRun> runs = new RecentlyUsed<>(MAX_OPEN, OpenRun::open);

    /** A run file and the demos of it that were asked for. */
    private record OpenRun(Hdf5RunReader reader, Map<String, EpisodeReader> demos) implements Closeable {
        static OpenRun open(String file) throws IOException {
            return new OpenRun(Hdf5RunReader.open(Path.of(file)), new HashMap<>());
        }

        EpisodeReader demo(String name) throws IOException {
            EpisodeReader known = demos.get(name);
            if (known == null) {
                known = reader.demo(name);
                demos.put(name, known);
            }
            return known;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    @Override
    public Class<ReaderRequest> requestType() {
        return ReaderRequest.class;
    }

    @Override
    public Object answer(ReaderRequest request, Progress progress) throws IOException {
        if (request.call() == ReaderRequest.Call.CLOSE) {
            runs.close(request.file());
            return true;
        }
        OpenRun run = runs.get(request.file());
        return switch (request.call()) {
            case OPEN -> run.reader().isLive();
            case DEAD_BYTES -> run.reader().deadBytes();
            case ATTRIBUTES -> run.reader().attributes();
            case DEMO_NAMES -> run.reader().demoNames();
            case ARRAYS -> run.reader().arrays(run.demo(request.demo()));
            case PLACES -> run.reader().arrays(run.demo(request.demo()), request.paths());
            default -> answer(request, run.demo(request.demo()));
        };
    }

    private static Object answer(ReaderRequest request, EpisodeReader demo) throws IOException {
        return switch (request.call()) {
            case DEMO -> demo.name();
            case DEMO_ATTRIBUTES -> demo.attributes();
            case NUM_SAMPLES -> demo.numSamples();
            case PATHS -> demo.paths();
            case INFO -> demo.info(request.path());
            case DOUBLES -> demo.readDoubles(request.path(), request.from(), request.to());
            case INFOS -> demo.infos();
            case BYTES -> demo.readBytes(request.path(), request.from(), request.to());
            case ROWS ->
                Wire.joined(demo.readBytes(request.paths(), request.from(), request.to())
                        .values());
            default -> throw new IllegalArgumentException("a demo does not answer " + request.call());
        };
    }
}
