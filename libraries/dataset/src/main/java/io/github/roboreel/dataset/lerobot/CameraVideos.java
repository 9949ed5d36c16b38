package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import io.github.roboreel.dataset.lerobot.ParquetFiles.Workplace;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A camera's videos under way: one per episode at first, then joined to files of a limited size. Where a video cannot
 * follow the one before, a file begins with it. The number of a file is that of its first episode, so that parts of a
 * dataset that are made apart have different ones. For one thread.
 */
final class CameraVideos {
    /**
     * Where the frames of an episode are.
     *
     * @param firstFrame of the episode in that file
     */
    record Span(FilePlace file, long firstFrame) {}

    /** LeRobot adds times as float32, which are coarser than its tolerance of 0.1 ms from then on. */
    static final long MAX_SECONDS = 1024;

    private final LeRobotCamera camera;
    private final Path dataset;
    private final Path scratch;
    private final long fileBytes;
    private final VideoClipFormat format;
    /** Of the file under way. */
    private final List<Path> clips = new ArrayList<>();

    private FilePlace file;
    private String joinKey = "";
    private long frames;
    private long bytes;

    /**
     * None yet.
     *
     * @param fileBytes when a file is full, and another follows
     */
    CameraVideos(LeRobotCamera camera, Workplace place, long fileBytes) throws IOException {
        this.camera = camera;
        this.dataset = place.dataset();
        this.scratch = Files.createDirectories(place.scratch().resolve("videos").resolve(camera.key()));
        this.fileBytes = fileBytes;
        this.format = VideoClipFormat.mp4();
    }

    /**
     * Adds an episode.
     *
     * @param statistics that sampled frames are added to
     */
    Span add(LeRobotRows episode, FeatureStatistics statistics) throws IOException {
        Path clip = scratch.resolve(episode.index() + ".mp4");
        camera.write(clip, episode, statistics);
        String key = format.joinKey(clip).orElse("");
        long size = Files.size(clip);
        boolean follows = !key.isEmpty()
                && key.equals(joinKey)
                && bytes + size <= fileBytes
                && frames + episode.steps() <= MAX_SECONDS * camera.fps();
        if (!follows) {
            finish();
            file = new FilePlace(episode.index());
            joinKey = key;
        }
        Span span = new Span(file, frames);
        clips.add(clip);
        frames += episode.steps();
        bytes += size;
        return span;
    }

    /** Makes the file under way; nothing happens when it has no episode. */
    void finish() throws IOException {
        if (clips.isEmpty()) {
            return;
        }
        Path target = camera.file(dataset, file);
        Files.createDirectories(target.getParent());
        if (clips.size() == 1) {
            Files.move(clips.get(0), target);
        } else {
            format.join(clips, target);
            for (Path clip : clips) {
                Files.delete(clip);
            }
        }
        clips.clear();
        frames = 0;
        bytes = 0;
    }
}
