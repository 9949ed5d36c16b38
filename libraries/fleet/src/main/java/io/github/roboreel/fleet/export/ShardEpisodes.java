package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.export.FactsFile.Place;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.recorder.hdf5.lib.RecentlyUsed;
import io.github.roboreel.recorder.jhdf.JhdfRunReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import io.github.roboreel.recordings.episodes.KnownEpisode;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The episodes of a shard, read where they lie. One run file is open at a time; videos of stores are copied while their
 * episode is visited. For one thread.
 */
final class ShardEpisodes implements EpisodeSource {
    private final Storages storages;
    private final List<Part> parts;
    private final Path scratch;
    private final boolean withVideos;

    /** An episode's facts: their file, and the place in it. */
    record Part(Location facts, Place place) {}

    /**
     * Reads nothing yet.
     *
     * @param scratch a folder for copies of videos
     * @param withVideos whether their own videos are wanted
     */
    ShardEpisodes(Storages storages, List<Part> parts, Path scratch, boolean withVideos) {
        this.withVideos = withVideos;
        this.storages = storages;
        this.parts = List.copyOf(parts);
        this.scratch = scratch;
    }

    /** What is kept of an episode. */
    static KeptEpisode episode(Storages storages, Part part) throws IOException {
        try (SeekableByteChannel file = storages.of(part.facts()).open(part.facts())) {
            return FactsFile.read(file, part.place());
        }
    }

    @Override
    public void visit(Visitor visitor) throws IOException {
        try (RecentlyUsed<JhdfRunReader> run = new RecentlyUsed<>(1, file -> run(new Location(file)));
                RecentlyUsed<SeekableByteChannel> known = new RecentlyUsed<>(1, file -> opened(new Location(file)))) {
            for (Part part : parts) {
                KeptEpisode kept = FactsFile.read(known.get(part.facts().text()), part.place());
                List<Path> copies = new ArrayList<>();
                EpisodeFacts facts = withVideos ? kept.withVideos(here(kept, copies)) : kept.facts();
                visitor.visit(
                        facts,
                        new KnownEpisode(
                                facts, () -> run.get(kept.file().text()).demo(facts.demo())));
                for (Path copy : copies) {
                    Files.delete(copy);
                }
            }
        }
    }

    private JhdfRunReader run(Location file) throws IOException {
        return file.isPath() ? JhdfRunReader.open(file.path()) : JhdfRunReader.open(file.text(), opened(file));
    }

    private SeekableByteChannel opened(Location file) throws IOException {
        return storages.of(file).open(file);
    }

    private Map<String, List<Path>> here(KeptEpisode kept, List<Path> copies) throws IOException {
        Map<String, List<Path>> videos = new LinkedHashMap<>();
        for (Map.Entry<String, List<Location>> camera : kept.videos().entrySet()) {
            List<Path> files = new ArrayList<>();
            for (Location video : camera.getValue()) {
                files.add(here(video, copies));
            }
            videos.put(camera.getKey(), files);
        }
        return videos;
    }

    private Path here(Location video, List<Path> copies) throws IOException {
        if (video.isPath()) {
            return video.path();
        }
        Path copy = scratch.resolve("video-" + copies.size() + "-" + video.name());
        storages.of(video).fetch(video, copy);
        copies.add(copy);
        return copy;
    }
}
