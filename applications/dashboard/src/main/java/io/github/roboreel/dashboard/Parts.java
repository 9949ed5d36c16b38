package io.github.roboreel.dashboard;

import io.github.roboreel.dashboard.annotations.AnnotationEndpoints;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.catalogue.TasksEndpoint;
import io.github.roboreel.dashboard.check.Checks;
import io.github.roboreel.dashboard.health.DashboardMeters;
import io.github.roboreel.dashboard.health.RecorderHealth;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.dashboard.live.Live;
import io.github.roboreel.dashboard.overview.OverviewEndpoints;
import io.github.roboreel.dashboard.series.SeriesEndpoints;
import io.github.roboreel.dashboard.series.WorkerPool;
import io.github.roboreel.dashboard.web.Routes;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.metrics.MetricSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a dashboard knows and answers, without HTTP.
 *
 * @param meters its own
 */
record Parts(
        RecordingIndex index,
        Checks checks,
        TasksEndpoint tasks,
        SeriesEndpoints series,
        Live live,
        RecorderHealth health,
        DashboardMeters meters)
        implements AutoCloseable {
    private static final String POSTERS = "posters";
    private static final String INDEX = "index";

    /** Opens them, with the index's thread; workers start when it has looked at all recordings. */
    static Parts open(List<Path> folders, DashboardOptions options) {
        RecordingIndex index = index(folders, options.cache().resolve(INDEX));
        RecorderHealth health = new RecorderHealth();
        Live live = Live.open(index, health::of);
        index.listen(new Changes(live));
        SeriesEndpoints series = SeriesEndpoints.of(
                index,
                options.cache().resolve(POSTERS),
                live.newest(),
                episode -> OverviewEndpoints.line(index, episode));
        // Processes that start meanwhile would take the first list's cores.
        index.firstLook().thenRun(series::warm);
        DashboardMeters meters = new DashboardMeters();
        meters.showRecordings(
                index,
                () -> index.indexed().stream()
                        .mapToLong(recording -> recording.episodes().size())
                        .sum());
        meters.showWorkers(
                () -> series.workers().stream().mapToLong(WorkerPool::starts).sum(),
                () -> series.workers().stream().mapToLong(WorkerPool::deaths).sum());
        return new Parts(
                index,
                new Checks(index, MetricSettings.roboLab()),
                new TasksEndpoint(index, options.tasks()),
                series,
                live,
                health,
                meters);
    }

    private static RecordingIndex index(List<Path> folders, Path cache) {
        try {
            return RecordingIndex.open(folders, cache);
        } catch (IOException e) {
            throw new RoboReelException(
                    Kind.IO, Sentence.of("the folders cannot be read: %s", Sentence.reasonOf(e)), e);
        }
    }

    /**
     * All that is answered.
     *
     * @param me what is said about the server
     */
    Routes routes(Route me, DashboardOptions options) {
        List<Route> api = new ArrayList<>(List.of(me, health.endpoint(index)));
        api.addAll(OverviewEndpoints.of(index, options.exports()));
        api.add(new Route("/tasks", tasks::answer));
        api.addAll(checks.endpoints());
        api.addAll(series.endpoints());
        api.addAll(live.endpoints(series::rows));
        api.addAll(AnnotationEndpoints.of(index, options.isReadOnly()));
        return new Routes(api, List.of(meters.endpoint()), List.of(live.stream()));
    }

    @Override
    public void close() {
        try (health;
                index;
                checks;
                series;
                live) {
            // Closes them in turn, also when one of them fails.
        }
    }

    /** Notifies pages of what has changed in the index. */
    private record Changes(Live live) implements RecordingIndex.Listener {
        @Override
        public void changed(IndexedRecording recording) {
            live.changed(recording.recording(), () -> OverviewEndpoints.row(recording));
        }

        @Override
        public void gone(String recording) {
            live.gone(recording);
        }
    }
}
