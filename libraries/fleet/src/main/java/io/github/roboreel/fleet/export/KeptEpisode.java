package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.folder.FileFault;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept of an episode between its survey and its shard. Immutable.
 *
 * @param facts in which the paths are those of the locations, as far as a path can hold one
 * @param file where its run file lies, for any process
 * @param videos where its own videos lie, by camera
 */
record KeptEpisode(EpisodeFacts facts, Location file, Map<String, List<Location>> videos) {
    /** As a view of its folder shows it. */
    static KeptEpisode of(EpisodeFacts facts, FolderView view) {
        Map<String, List<Location>> videos = new LinkedHashMap<>();
        facts.videos()
                .forEach((camera, files) ->
                        videos.put(camera, files.stream().map(view::locationOf).toList()));
        return of(facts, view.locationOf(facts.file()), videos);
    }

    static KeptEpisode of(EpisodeFacts facts, Location file, Map<String, List<Location>> videos) {
        Map<String, List<Path>> paths = new LinkedHashMap<>();
        videos.forEach((camera, places) -> paths.put(
                camera,
                places.stream().map(place -> FileFault.file(place.text())).toList()));
        return new KeptEpisode(with(facts, FileFault.file(file.text()), paths), file, videos);
    }

    /** The facts with videos that lie on this machine. */
    EpisodeFacts withVideos(Map<String, List<Path>> here) {
        return with(facts, facts.file(), here);
    }

    private static EpisodeFacts with(EpisodeFacts facts, Path file, Map<String, List<Path>> videos) {
        return new EpisodeFacts(
                file,
                facts.demo(),
                facts.envName(),
                facts.run(),
                facts.env(),
                facts.episode(),
                facts.instruction(),
                facts.policy(),
                facts.ending(),
                facts.success(),
                facts.score(),
                facts.seed(),
                facts.dtSeconds(),
                facts.metrics(),
                facts.attributes(),
                videos,
                facts.environmentConfig(),
                facts.annotation(),
                facts.lineValues());
    }
}
