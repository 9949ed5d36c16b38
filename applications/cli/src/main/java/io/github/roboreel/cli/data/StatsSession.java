package io.github.roboreel.cli.data;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.episodes.UnreadableEpisodeException;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.Episodes;
import io.github.roboreel.recordings.transform.statistics.EpisodeStatistics;
import io.github.roboreel.recordings.transform.statistics.FieldStatistics;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics.Counts;
import io.github.roboreel.recordings.transform.statistics.ValidFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Goes through all steps and counts. */
final class StatsSession {
    private final Interruption interruption;
    private final ReadRequest request;

    StatsSession(Interruption interruption, ReadRequest request) {
        this.interruption = interruption;
        this.request = request;
    }

    /**
     * The statistics of what is asked for.
     *
     * @throws RoboReelException of kind DAMAGED when an array cannot be read
     * @throws IllegalArgumentException in one sentence, when the values of a field have different shapes
     */
    FoundStatistics found(ExportProgress progress) throws IOException {
        try (Recordings recordings = Recordings.open(request.places())) {
            List<Episode> episodes = request.episodes(recordings);
            return interruption.breakable(() -> found(recordings, episodes, progress));
        } catch (UnreadableEpisodeException e) {
            throw new RoboReelException(Kind.DAMAGED, e.getMessage(), e);
        }
    }

    private FoundStatistics found(Recordings recordings, List<Episode> episodes, ExportProgress progress)
            throws IOException {
        Map<String, ArraySpec> specs = new LinkedHashMap<>();
        Map<String, Counts> counts = new LinkedHashMap<>();
        long steps = 0;
        for (Episode episode : episodes) {
            for (String path : request.paths(episode)) {
                specs.putIfAbsent(path, episode.spec(path));
                counts.merge(path, new Counts(Math.min(1, episode.steps()), episode.steps()), Counts::plus);
            }
            steps += episode.steps();
        }
        Map<String, FieldStatistics> fields = collected(episodes, steps, progress);
        return new FoundStatistics(episodes.size(), steps, specs, counts, fields, recordings.problems());
    }

    private Map<String, FieldStatistics> collected(List<Episode> episodes, long steps, ExportProgress progress)
            throws IOException {
        progress.phase("reading", steps);
        List<Episodes> places = request.places().stream()
                .map(place -> steps(ofPlace(episodes, place), progress))
                .toList();
        return EpisodeStatistics.of(
                places, ValidFields.ALL, Runtime.getRuntime().availableProcessors());
    }

    private static List<Episode> ofPlace(List<Episode> episodes, Path place) {
        return episodes.stream()
                .filter(episode -> episode.place().equals(place))
                .toList();
    }

    private Episodes steps(List<Episode> episodes, ExportProgress progress) {
        return Episodes.of(episodes.size(), i -> EpisodeSteps.of(episodes.get(i), request.paths(episodes.get(i))))
                .mapSteps(each -> each.map(step -> advanced(progress, step)));
    }

    /** Several threads read; what is shown is for one at a time. */
    private static Step advanced(ExportProgress progress, Step step) {
        synchronized (progress) {
            progress.advanced(1);
        }
        return step;
    }
}
