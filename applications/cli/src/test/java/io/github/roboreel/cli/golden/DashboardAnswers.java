package io.github.roboreel.cli.golden;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.dashboard.overview.OverviewEndpoints;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What the dashboard answers about one recording where no worker process opens its files. */
final class DashboardAnswers {
    private static final List<String> PATHS =
            List.of("/folders", "/recordings", "/recordings/{recording}", "/episodes", "/report", "/metrics");

    private DashboardAnswers() {}

    static String of(Path folder, Path cache) throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder();
        try (RecordingIndex index = RecordingIndex.open(List.of(folder), cache)) {
            while (index.progress().total() == 0
                    || index.progress().done() < index.progress().total()) {
                Thread.sleep(20);
            }
            IndexedRecording recording = index.indexed().get(0);
            for (String path : PATHS) {
                text.append("GET ").append(path).append('\n');
                text.append(ask(OverviewEndpoints.of(index, List.of()), path, recording.id()))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String ask(List<Route> endpoints, String path, String recording) throws IOException {
        Route endpoint = endpoints.stream()
                .filter(each -> each.path().equals(path) && each.method().equals("GET"))
                .findFirst()
                .orElseThrow();
        Map<String, List<String>> parameters = Map.of("recording", List.of(recording), "name", List.of("ee_sparc"));
        try {
            Answer answer = endpoint.answer(
                    new Request(Map.of("recording", recording), parameters, Map.of(), MissingNode.getInstance()));
            return FormatJson.tree(((Answer.Json) answer).value()).toPrettyString();
        } catch (Refusal e) {
            return e.getMessage();
        }
    }
}
