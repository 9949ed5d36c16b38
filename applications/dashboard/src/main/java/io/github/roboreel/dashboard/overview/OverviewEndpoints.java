package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.ExportFormat;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.Recording.Status;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recorder.spi.MetricInfos;
import io.github.roboreel.tools.report.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Endpoints about recordings and many episodes. */
public final class OverviewEndpoints {
    private OverviewEndpoints() {}

    /** What the list of episodes shows of an episode; null of one without a result line. */
    public static Object line(RecordingIndex index, EpisodePlace episode) {
        return index.find(episode.id())
                .map(new EpisodeListDocument(index.envFolders())::row)
                .orElse(null);
    }

    /** What lists show of a recording, and the command that recovers it where it needs that. */
    public static Map<String, Object> row(IndexedRecording recording) {
        Map<String, Object> json = RecordingDocument.row(recording);
        if (recording.recording().status() == Status.NEEDS_RECOVER) {
            Path folder = recording.recording().path();
            json.put("recover_command", Operation.RECOVER.command(folder));
        }
        return json;
    }

    /** @param formats that episodes can be exported to */
    public static List<Route> of(RecordingIndex index, List<ExportFormat> formats) {
        MetricInfos infos = MetricInfos.onClassPath();
        DistributionsEndpoint metrics = new DistributionsEndpoint(index, infos);
        RecordingsEndpoint recordings = new RecordingsEndpoint(index);
        SelectionEndpoint selection = new SelectionEndpoint(index, formats);
        return List.of(
                new Route("/folders", request -> recordings.folders()),
                new Route("/recordings", recordings::answer),
                new Route("/recordings/{recording}", request -> recording(index, request)),
                Route.asked("/episodes", new EpisodesEndpoint(index)::answer),
                Route.asked("/report", request -> report(index, request)),
                Route.asked("/report/command", request -> command(index, request)),
                Route.asked("/compare", new CompareEndpoint(index, infos)::answer),
                Route.asked("/metrics", metrics::answer),
                new Route("/metrics/known", request -> metrics.known()),
                new Route("/selection/formats", request -> selection.formats()),
                Route.of("POST", "/selection/command", selection::answer));
    }

    private static Answer recording(RecordingIndex index, Request request) throws Refusal {
        IndexedRecording recording = index.named(request.id("recording"));
        List<String> live =
                index.open(recording.id()).stream().map(EpisodePlace::id).toList();
        return new Answer.Json(RecordingDocument.whole(recording, live));
    }

    /** The document that {@code roboreel report --json} prints. */
    private static Answer report(RecordingIndex index, Request request) throws Refusal {
        ReportRequest asked = ReportRequest.of(index, request);
        Selection selection = asked.selection();
        try {
            return new Answer.Json(
                    Report.of(selection.sources(), selection.problems(), selection.filter(), asked.options())
                            .document());
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest(e.getMessage());
        }
    }

    /** The command line that prints what {@code /report} answers. */
    private static Answer command(RecordingIndex index, Request request) throws Refusal {
        return new Answer.Json(Map.of("command", ReportRequest.command(index, request)));
    }
}
