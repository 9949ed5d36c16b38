package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.export.FactsFile.Place;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
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

    /** The run file that was read last. */
    private final class OpenRun implements AutoCloseable {
        private Location file;
        private JhdfRunReader reader;

        JhdfRunReader of(Location wanted) throws IOException {
            if (!wanted.equals(file)) {
                close();
                reader = wanted.isPath()
                        ? JhdfRunReader.open(wanted.path())
                        : JhdfRunReader.open(wanted.text(), storages.of(wanted).open(wanted));
                file = wanted;
            }
            return reader;
        }

        @Override
        public void close() throws IOException {
            if (reader != null) {
                reader.close();
                reader = null;
                file = null;
            }
        }
    }

    /** The facts that were read last, and their file. */
    private final class OpenFacts implements AutoCloseable {
        private Location file;
        private SeekableByteChannel channel;

        KeptEpisode of(Part part) throws IOException {
            if (!part.facts().equals(file)) {
                close();
                channel = storages.of(part.facts()).open(part.facts());
                file = part.facts();
            }
            return FactsFile.read(channel, part.place());
        }

        @Override
        public void close() throws IOException {
            if (channel != null) {
                channel.close();
                channel = null;
                file = null;
            }
        }
    }

    /** What is kept of an episode. */
    static KeptEpisode episode(Storages storages, Part part) throws IOException {
        try (SeekableByteChannel file = storages.of(part.facts()).open(part.facts())) {
            return FactsFile.read(file, part.place());
        }
    }

    @Override
    public void visit(Visitor visitor) throws IOException {
        try (OpenRun run = new OpenRun();
                OpenFacts known = new OpenFacts()) {
            for (Part part : parts) {
                KeptEpisode kept = known.of(part);
                List<Path> copies = new ArrayList<>();
                EpisodeFacts facts = withVideos ? kept.withVideos(here(kept, copies)) : kept.facts();
                visitor.visit(
                        facts, new KnownEpisode(facts, () -> run.of(kept.file()).demo(facts.demo())));
                for (Path copy : copies) {
                    Files.delete(copy);
                }
            }
        }
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
