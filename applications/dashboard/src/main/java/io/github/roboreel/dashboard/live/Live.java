package io.github.roboreel.dashboard.live;

import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.dashboard.index.ServedRecordings;
import io.github.roboreel.dashboard.series.NewestData;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What is being recorded: newest rows and events, and a stream of what happens. It reads the recorders' files and
 * changes nothing. Thread-safe.
 */
public final class Live implements AutoCloseable {
    private final ServedRecordings recordings;
    private final StagingFiles stagings = new StagingFiles();
    private final LiveEpisodes episodes = new LiveEpisodes(stagings);
    private final LiveWatch watch;

    private Live(ServedRecordings recordings, Function<Recording, Object> health) {
        this.recordings = recordings;
        watch = new LiveWatch(recordings, stagings, health);
    }

    /**
     * Of recordings.
     *
     * @param health how a recording's recorder fares, as pages receive it; called by one thread at a time, may wait
     */
    public static Live open(ServedRecordings recordings, Function<Recording, Object> health) {
        return new Live(recordings, health);
    }

    /** Steps and events of episodes that are being recorded. */
    public NewestData newest() {
        return episodes;
    }

    /** What happens, as {@code /live}. */
    public EventStream stream() {
        return watch;
    }

    /** {@code /live/rows/{episode}}. */
    public List<Route> endpoints(LiveRowsEndpoint.RunFiles files) {
        return List.of(
                Route.waiting("/live/rows/{episode}", new LiveRowsEndpoint(recordings, stagings, files)::answer));
    }

    /**
     * Notifies the pages that a recording is new, or has changed. Does not wait.
     *
     * @param document of the recording, as {@code /recordings} lists it; asked for while a page listens
     */
    public void changed(Recording recording, Supplier<Map<String, Object>> document) {
        watch.changed(recording, document);
    }

    /** Notifies the pages that a recording is not there any more. Does not wait. */
    public void gone(String recording) {
        watch.gone(recording);
    }

    @Override
    public void close() {
        watch.close();
        stagings.close();
    }
}
