package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.lerobot.LeRobotPlace.VideoPlace;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.NameOrder;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recorder.spi.files.VideoClipReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Frames of the videos, decoded when they are asked for; the last videos stay open. For one thread. */
final class VideoRows implements AutoCloseable {
    private static final int VIDEOS_OPEN = 16;

    /** A file, and how its frames are read. */
    private record VideoKey(Path file, boolean isDepth) {}

    /** Joins of videos make times late by a millisecond each. */
    private static final double MAX_OFF_FRAMES = 0.25;

    private final double fps;

    /** Episodes by the number of their first frame in a file, as far as they were asked for. */
    private final Map<Path, NavigableMap<Long, LeRobotPlace>> claimed = new HashMap<>();

    private final Map<VideoKey, VideoClipReader> open = new LinkedHashMap<>(16, 0.75f, true);

    VideoRows(double fps) {
        this.fps = fps;
    }

    /**
     * Checks that a video has the frames of an episode.
     *
     * @throws ExportRefusedException when it is damaged, of another size or rate, or ends before
     */
    void check(LeRobotFeature feature, LeRobotPlace place) throws IOException {
        VideoPlace video = place.videos().get(feature.key());
        VideoClipInfo info = info(feature, video.file());
        if (info.height() != feature.shape().get(0)
                || info.width() != feature.shape().get(1)
                || feature.shape().get(2) != (feature.isDepth() ? 1 : 3)) {
            throw new ExportRefusedException(
                    "%s shows pictures of %sx%s, but '%s' is declared with the shape %s; repair the dataset",
                    video.file(), info.width(), info.height(), feature.key(), feature.shape());
        }
        long shown = open.get(key(feature, video.file())).frameAt(video.startSeconds());
        if (shown != video.firstFrame() && video.firstFrame() < info.frames()) {
            throw new ExportRefusedException(
                    "%s shows its pictures so late after many joins that %s, which begins at %s s, may begin with picture"
                            + " %s or %s; encode it again at a constant rate",
                    video.file(), place.name(), video.startSeconds(), shown, video.firstFrame());
        }
        if (video.firstFrame() + place.length() > info.frames()) {
            throw new ExportRefusedException(
                    "%s has %s frames, but %s is said to be frames %s to %s of it; repair the dataset",
                    video.file(),
                    info.frames(),
                    place.name(),
                    video.firstFrame(),
                    video.firstFrame() + place.length() - 1);
        }
    }

    /** Notes where an episode begins between two pictures of a video, or has some that another one has. */
    void noteDoubts(LeRobotFeature feature, LeRobotPlace place, ImportNotes notes) {
        VideoPlace video = place.videos().get(feature.key());
        if (Math.abs(video.startSeconds() * fps - video.firstFrame()) > MAX_OFF_FRAMES) {
            notes.add(Sentence.of(
                    "%s begins at %s s of %s, between two pictures at %s a second: the nearest is taken",
                    place.name(), video.startSeconds(), video.file(), fps));
        }
        NavigableMap<Long, LeRobotPlace> others = claimed.computeIfAbsent(video.file(), file -> new TreeMap<>());
        others.remove(video.firstFrame(), place);
        Map.Entry<Long, LeRobotPlace> before = others.lowerEntry(video.firstFrame() + place.length());
        if (before != null && before.getKey() + before.getValue().length() > video.firstFrame()) {
            List<String> both = Stream.of(place.name(), before.getValue().name())
                    .sorted(NameOrder.NATURAL)
                    .toList();
            notes.add(Sentence.of(
                    "%s and %s are said to have the same pictures of %s, and each is read so",
                    both.get(0), both.get(1), video.file()));
        }
        others.putIfAbsent(video.firstFrame(), place);
    }

    private VideoClipInfo info(LeRobotFeature feature, Path file) {
        try {
            return reader(feature, file).info();
        } catch (IOException e) {
            throw new ExportRefusedException(e.getMessage());
        }
    }

    private static VideoKey key(LeRobotFeature feature, Path file) {
        return new VideoKey(file, feature.isDepth());
    }

    private VideoClipReader reader(LeRobotFeature feature, Path file) throws IOException {
        VideoKey key = key(feature, file);
        VideoClipReader reader = open.get(key);
        if (reader == null) {
            VideoClipFormat format = VideoClipFormat.mp4();
            reader = feature.isDepth() ? format.openGrey12(file, fps) : format.open(file, fps);
            open.put(key, reader);
            if (open.size() > VIDEOS_OPEN) {
                VideoKey eldest = open.keySet().iterator().next();
                open.remove(eldest).close();
            }
        }
        return reader;
    }

    /** Pixels of some frames of an episode; of depths their codes, uint16, little-endian. */
    byte[] read(LeRobotFeature feature, VideoPlace video, long from, long to) throws IOException {
        VideoClipReader reader = reader(feature, video.file());
        int bytes = feature.elements() * (feature.isDepth() ? Short.BYTES : 1);
        byte[] frames = new byte[Math.multiplyExact(bytes, Math.toIntExact(to - from))];
        for (long frame = from; frame < to; frame++) {
            reader.read(video.firstFrame() + frame, frames, Math.toIntExact((frame - from) * bytes));
        }
        return frames;
    }

    @Override
    public void close() throws IOException {
        for (VideoClipReader reader : open.values()) {
            reader.close();
        }
        open.clear();
    }
}
