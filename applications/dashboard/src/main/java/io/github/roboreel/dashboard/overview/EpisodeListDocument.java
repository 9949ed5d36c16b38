package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.index.EnvFolders;
import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.index.ListedEpisode;
import io.github.roboreel.format.Annotation;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.tools.report.ReportDocument;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows about episodes. It lists each env folder once; for one answer and one thread. */
final class EpisodeListDocument {
    private final EnvFolders folders;
    private final Map<Path, EnvFolder> envs = new HashMap<>();

    EpisodeListDocument(EnvFolders folders) {
        this.folders = folders;
    }

    /** What lists show of an episode: its row in a report, and what belongs to it. */
    Map<String, Object> row(ListedEpisode row) {
        IndexedEpisode episode = row.episode();
        Path folder = row.recording().recording().path();
        EnvFolder env = envs.computeIfAbsent(folder.resolve(episode.envName()), folders::read);
        Map<String, Object> json = ReportDocument.episode(episode);
        json.put("id", row.id());
        json.put("recording", row.recording().id());
        json.put("recording_name", row.recording().recording().name());
        json.put("status", episode.status().orElse(null));
        json.put("has_hdf5", episode.hasRows(env));
        json.put("videos", env.videosOf(episode).size());
        Optional<Annotation> annotation = episode.annotation();
        json.put("flag", annotation.map(Annotation::flag).orElse(false));
        json.put("tags", annotation.map(Annotation::tags).orElse(List.of()));
        json.put(
                "note",
                annotation.map(Annotation::note).filter(note -> !note.isEmpty()).orElse(null));
        return json;
    }
}
