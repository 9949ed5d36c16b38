package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.hdf5.isolation.Service;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads run files for {@link IsolatedRunReader}s, one file at a time. */
final class ReaderWorker implements Service<ReaderRequest> {
    private final Map<String, EpisodeReader> demos = new HashMap<>();
    private Hdf5RunReader run;

    @Override
    public Class<ReaderRequest> requestType() {
        return ReaderRequest.class;
    }

    @Override
    public Object answer(ReaderRequest request, Progress progress) throws IOException {
        return switch (request.call()) {
            case OPEN -> open(Path.of(request.name()));
            case CLOSE -> close();
            case DEAD_BYTES -> run.deadBytes();
            case ATTRIBUTES -> run.attributes();
            case DEMO_NAMES -> run.demoNames();
            case DEMO -> demo(request).name();
            case DEMO_ATTRIBUTES -> demo(request).attributes();
            case NUM_SAMPLES -> demo(request).numSamples();
            case PATHS -> demo(request).paths();
            case INFO -> demo(request).info(request.path());
            case INFOS -> demo(request).infos();
            case DOUBLES -> demo(request).readDoubles(request.path(), request.from(), request.to());
            case BYTES -> demo(request).readBytes(request.path(), request.from(), request.to());
        };
    }

    private boolean open(Path file) throws IOException {
        close();
        run = Hdf5RunReader.open(file);
        return run.isLive();
    }

    private boolean close() throws IOException {
        demos.clear();
        if (run != null) {
            Hdf5RunReader closing = run;
            run = null;
            closing.close();
        }
        return true;
    }

    private EpisodeReader demo(ReaderRequest request) throws IOException {
        EpisodeReader known = demos.get(request.name());
        if (known == null) {
            known = run.demo(request.name());
            demos.put(request.name(), known);
        }
        return known;
    }
}
