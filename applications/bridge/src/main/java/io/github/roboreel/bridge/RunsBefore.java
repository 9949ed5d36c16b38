package io.github.roboreel.bridge;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.LiveEpisode;
import io.github.roboreel.recorder.hdf5.read.UnfinishedRun;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What daemons that died have recorded of a client's episodes, as their staging files say. For one thread. */
final class RunsBefore {
    /** No daemon was there before. */
    static final RunsBefore NONE = new RunsBefore(Path.of(""), List.of());

    private final Path envFolder;
    private final List<Integer> unclosed;
    private final Map<Integer, Map<Integer, LiveEpisode>> episodes = new HashMap<>();

    /**
     * What is recorded of a client's episode up to some place.
     *
     * @param place of its last part
     * @param rows its first ones
     * @param events its first ones
     * @param hasEnded whether its end is recorded
     */
    record Part(RecordedPlace place, long rows, long events, boolean hasEnded) {
        private static Part wholeOf(RecordedPlace place) {
            return new Part(place, Long.MAX_VALUE, Long.MAX_VALUE, true);
        }

        private static Part of(RecordedPlace place, LiveEpisode found) {
            return new Part(
                    place,
                    place.firstStep() + found.numSamples(),
                    place.firstEvent() + found.numEvents(),
                    !found.isRecording());
        }

        /** Its events are taken for recorded up to those of the next row. */
        private static Part cut(RecordedPlace place, long numSamples) {
            return new Part(place, place.firstStep() + numSamples, Long.MAX_VALUE, false);
        }

        /** Of which nothing is left there. */
        static Part missing(RecordedPlace place) {
            return new Part(place, place.firstStep(), place.firstEvent(), false);
        }
    }

    private RunsBefore(Path envFolder, List<Integer> unclosed) {
        this.envFolder = envFolder;
        this.unclosed = unclosed;
    }

    /** Runs of the env's folder from one number on, up to another that is not among them. */
    static RunsBefore of(Path envFolder, int firstRun, int beforeRun) throws IOException {
        if (firstRun < 0 || firstRun > beforeRun) {
            throw ProtocolException.of(
                    "the memory says that its ring began with run %s; expected 0 to %s", firstRun, beforeRun);
        }
        List<Integer> unclosed = new ArrayList<>();
        for (int run = firstRun; run < beforeRun; run++) {
            if (new RunPaths(envFolder.resolve(RunFolder.runFile(run))).needsRecovery()) {
                unclosed.add(run);
            }
        }
        return new RunsBefore(envFolder, List.copyOf(unclosed));
    }

    /** Those that were not closed, which are to be recovered. */
    List<Integer> unclosed() {
        return unclosed;
    }

    /** What is recorded of the episode up to that place; null when nothing has begun there. */
    Part part(RecordedPlace place) throws IOException {
        Path runFile = envFolder.resolve(RunFolder.runFile(place.run()));
        if (!unclosed.contains(place.run())) {
            return Files.exists(runFile) ? closedPart(runFile, place) : null;
        }
        if (!episodes.containsKey(place.run())) {
            episodes.put(place.run(), read(runFile));
        }
        LiveEpisode found = episodes.get(place.run()).get(place.demo());
        return found == null ? null : Part.of(place, found);
    }

    /** A run may have been recovered by hand since its daemon died: an episode that was open then is cut there. */
    private static Part closedPart(Path runFile, RecordedPlace place) throws IOException {
        try (RunReader run = Hdf5RunReader.open(runFile)) {
            EpisodeReader demo = run.demo(DemoPaths.demo(place.demo()));
            Object status = demo.attributes().get(AttributeNames.STATUS);
            if (EpisodeStatus.RECOVERED.label().equals(status)) {
                return Part.cut(place, demo.numSamples());
            }
            // One that had not begun looks like one that was discarded, which may be recorded and discarded again.
            return EpisodeStatus.DISCARDED.label().equals(status) ? null : Part.wholeOf(place);
        }
    }

    private static Map<Integer, LiveEpisode> read(Path runFile) throws IOException {
        Map<Integer, LiveEpisode> found = new HashMap<>();
        try (UnfinishedRun unfinished = UnfinishedRun.open(runFile, "")) {
            unfinished.episodes().forEach(episode -> found.put(episode.demo(), episode));
        }
        return found;
    }
}
