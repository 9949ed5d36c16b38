package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Endpoint;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.Recording.Status;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.dashboard.index.RecordingIndex.ServedFolder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /folders}: the served folders. */
final class FoldersEndpoint implements Endpoint {
    private final RecordingIndex index;

    FoldersEndpoint(RecordingIndex index) {
        this.index = index;
    }

    @Override
    public String path() {
        return "/folders";
    }

    @Override
    public Answer answer(Request request) {
        return new Answer.Json(
                Map.of("folders", index.folders().stream().map(this::described).toList()));
    }

    static Map<String, Object> row(RecordingIndex index, ServedFolder folder) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", folder.id());
        json.put("name", folder.name());
        json.put(
                "unreadable",
                index.unreadable().stream()
                        .filter(path -> path.startsWith(folder.path()))
                        .map(path -> folder.path().relativize(path).toString())
                        .toList());
        return json;
    }

    private Map<String, Object> described(ServedFolder folder) {
        List<IndexedRecording> recordings = index.indexed().stream()
                .filter(recording -> recording.served().equals(folder.id()))
                .toList();
        Map<String, Object> json = row(index, folder);
        json.put("path", folder.path().toString());
        json.put("recordings", recordings.size());
        json.put("bytes", recordings.stream().mapToLong(r -> r.totals().bytes()).sum());
        json.put(
                "live",
                recordings.stream()
                        .filter(r -> r.recording().status() == Status.RECORDING)
                        .count());
        return json;
    }
}
