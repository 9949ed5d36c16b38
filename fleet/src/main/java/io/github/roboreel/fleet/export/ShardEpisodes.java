package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.export.FactsFile.Place;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.recorder.jhdf.JhdfRunReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import io.github.roboreel.recordings.episodes.KnownEpisode;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
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
        private Path file;
        private JhdfRunReader reader;

        JhdfRunReader of(Path wanted) throws IOException {
            if (!wanted.equals(file)) {
                close();
                Location place = place(wanted);
                reader = place.isPath()
                        ? JhdfRunReader.open(place.path())
                        : JhdfRunReader.open(place.text(), storages.of(place).open(place));
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

        EpisodeFacts of(Part part) throws IOException {
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

    static EpisodeFacts facts(Storages storages, Part part) throws IOException {
        try (SeekableByteChannel file = storages.of(part.facts()).open(part.facts())) {
            return FactsFile.read(file, part.place());
        }
    }

    @Override
    public void visit(Visitor visitor) throws IOException {
        try (OpenRun run = new OpenRun();
                OpenFacts known = new OpenFacts()) {
            for (Part part : parts) {
                EpisodeFacts facts = known.of(part);
                List<Path> copies = new ArrayList<>();
                EpisodeFacts seen = withVideos ? withVideos(facts, copies) : facts;
                visitor.visit(
                        seen, new KnownEpisode(seen, () -> run.of(facts.file()).demo(facts.demo())));
                for (Path copy : copies) {
                    Files.delete(copy);
                }
            }
        }
    }

    private EpisodeFacts withVideos(EpisodeFacts facts, List<Path> copies) throws IOException {
        Map<String, List<Path>> videos = new LinkedHashMap<>();
        for (Map.Entry<String, List<Path>> camera : facts.videos().entrySet()) {
            List<Path> files = new ArrayList<>();
            for (Path file : camera.getValue()) {
                files.add(here(place(file), copies));
            }
            videos.put(camera.getKey(), files);
        }
        return with(facts, facts.file(), videos);
    }

    private Path here(Location video, List<Path> copies) throws IOException {
        if (video.isPath()) {
            return video.path();
        }
        Path copy = scratch.resolve("video-" + copies.size() + "-" + video.name());
        try (InputStream in = Channels.newInputStream(storages.of(video).open(video))) {
            Files.copy(in, copy);
        }
        copies.add(copy);
        return copy;
    }

    /** A path has one slash where a store's place has two. */
    static Location place(Path file) {
        return Location.parse(FileFault.name(file));
    }

    static EpisodeFacts with(EpisodeFacts facts, Path file, Map<String, List<Path>> videos) {
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
                facts.environmentConfig());
    }
}
