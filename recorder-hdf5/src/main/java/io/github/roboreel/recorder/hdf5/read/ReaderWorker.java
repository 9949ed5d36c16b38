package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads run files for {@link IsolatedRunReader}s, one file at a time. */
final class ReaderWorker implements Service<ReaderRequest> {
    private final Map<String, EpisodeReader> demos = new HashMap<>();
    private String name = "";
    private Hdf5RunReader run;

    @Override
    public Class<ReaderRequest> requestType() {
        return ReaderRequest.class;
    }

    @Override
    public Object answer(ReaderRequest request, Progress progress) throws IOException {
        if (request.call() == ReaderRequest.Call.CLOSE) {
            return close();
        }
        open(request.file());
        return switch (request.call()) {
            case OPEN -> run.isLive();
            case DEAD_BYTES -> run.deadSpace().orElseThrow();
            case ATTRIBUTES -> run.attributes();
            case DEMO_NAMES -> run.demoNames();
            default -> answer(request, demo(request.demo()));
        };
    }

    private void open(String asked) throws IOException {
        if (!asked.equals(name)) {
            close();
            run = Hdf5RunReader.open(Path.of(asked));
            name = asked;
        }
    }

    private boolean close() throws IOException {
        name = "";
        demos.clear();
        Hdf5RunReader closing = run;
        run = null;
        if (closing != null) {
            closing.close();
        }
        return true;
    }

    private EpisodeReader demo(String demo) throws IOException {
        EpisodeReader known = demos.get(demo);
        if (known == null) {
            known = run.demo(demo);
            demos.put(demo, known);
        }
        return known;
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
            default -> throw new IllegalArgumentException("a demo does not answer " + request.call());
        };
    }
}
