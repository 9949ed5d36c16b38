package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Endpoint;
import io.github.roboreel.dashboard.api.ExportFormat;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.Recording.Status;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.dashboard.overview.EpisodesEndpoint.EpisodeRow;
import io.github.roboreel.recorder.spi.MetricInfos;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Endpoints about recordings and many episodes. */
public final class OverviewEndpoints {
    private OverviewEndpoints() {}

    /** What the list of episodes shows of an episode; null of one without a result line. */
    public static Object line(RecordingIndex index, EpisodePlace episode) {
        return index.find(episode.id())
                .map(found -> new EpisodeRow(found.recording(), found.episode()))
                .map(new EpisodeListDocument(index.envFolders())::row)
                .orElse(null);
    }

    /** What lists show of a recording, and the command that recovers it where it needs that. */
    public static Map<String, Object> row(IndexedRecording recording) {
        Map<String, Object> json = RecordingDocument.row(recording);
        if (recording.recording().status() == Status.NEEDS_RECOVER) {
            Path folder = recording.recording().path();
            json.put("recover_command", Commands.of(folder).get("recover"));
        }
        return json;
    }

    /** @param formats that episodes can be exported to */
    public static List<Endpoint> of(RecordingIndex index, List<ExportFormat> formats) {
        MetricInfos infos = MetricInfos.onClassPath();
        DistributionsEndpoint metrics = new DistributionsEndpoint(index, infos);
        SelectionEndpoint selection = new SelectionEndpoint(index, formats);
        return List.of(
                new FoldersEndpoint(index),
                new RecordingsEndpoint(index),
                new Route("/recordings/{recording}", new RecordingEndpoint(index)::answer),
                Route.asked("/episodes", new EpisodesEndpoint(index)::answer),
                Route.asked("/report", new ReportEndpoint(index)::answer),
                Route.asked("/report/command", request -> command(index, request)),
                Route.asked("/compare", new CompareEndpoint(index, infos)::answer),
                Route.asked("/metrics", metrics::answer),
                new Route("/metrics/known", request -> metrics.known()),
                new Route("/selection/formats", request -> selection.formats()),
                Route.of("POST", "/selection/command", selection::answer));
    }

    /** The command line that prints what {@code /report} answers. */
    private static Answer command(RecordingIndex index, Request request) throws Refusal {
        return new Answer.Json(Map.of("command", ReportRequest.command(index, request)));
    }
}
