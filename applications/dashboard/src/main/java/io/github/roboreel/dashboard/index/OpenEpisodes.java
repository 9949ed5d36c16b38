package io.github.roboreel.dashboard.index;

import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recordings.folder.EnvFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Episodes of runs that were not closed, without a result line: those that are being recorded, or were. */
final class OpenEpisodes {
    private final IndexedRecording recording;
    private final EnvFolders folders;

    private OpenEpisodes(IndexedRecording recording, EnvFolders folders) {
        this.recording = recording;
        this.folders = folders;
    }

    /** Those of a recording, by env, run and demo. */
    static List<EpisodePlace> of(IndexedRecording recording, EnvFolders folders) {
        OpenEpisodes open = new OpenEpisodes(recording, folders);
        List<EpisodePlace> places = new ArrayList<>();
        for (EnvSummary env : recording.envs()) {
            for (EnvSummary.Run run : env.runs()) {
                if (run.isOpen()) {
                    open.add(env, run, places);
                }
            }
        }
        return places;
    }

    private void add(EnvSummary env, EnvSummary.Run run, List<EpisodePlace> open) {
        Set<Integer> ended = new HashSet<>();
        int next = 0;
        for (IndexedEpisode episode : recording.episodes()) {
            IndexedEpisode.Place place = episode.place();
            if (place.run() == run.run() && episode.envName().equals(env.name())) {
                ended.add(place.demo());
                next = Math.max(next, place.demo() + 1);
            }
        }
        Path path = recording.recording().path();
        EnvFolder folder = folders.read(path.resolve(env.name()));
        // With continuous episodes each env has one that runs, and places behind these have not begun.
        int begun = next + folder.settings().envs().orElse(1);
        for (int demo = 0; demo < Math.min(env.demosPerRun().orElse(1), begun); demo++) {
            if (!ended.contains(demo)) {
                open.add(new EpisodePlace(
                        Ids.of(path.toString(), env.name(), run.file(), DemoPaths.demo(demo)),
                        recording.recording(),
                        folder,
                        Optional.empty(),
                        folder.path().resolve(run.file()),
                        DemoPaths.demo(demo),
                        OptionalInt.of(run.run()),
                        OptionalInt.of(demo),
                        env.dtSeconds(),
                        false));
            }
        }
    }
}
