package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recorder.spi.files.VideoClipWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A camera that becomes videos.
 *
 * @param feature what it is; a video
 * @param fps frames per second
 * @param source path of the stored frames, or name of the episode's own video
 * @param isOwnVideo which of them
 */
record LeRobotCamera(LeRobotFeature feature, int fps, String source, boolean isOwnVideo) {
    /** What the key of a camera seen after the action starts with; no observation that the action is for. */
    static final String AFTER_ACTION = "robolab.after_action.";

    String key() {
        return feature.key();
    }

    /** One of its files. */
    Path file(Path dataset, FilePlace place) {
        return place.in(dataset.resolve("videos").resolve(key()), ".mp4");
    }

    /**
     * Writes the video of an episode.
     *
     * @param file the new one
     * @param statistics that sampled frames are added to
     */
    void write(Path file, LeRobotRows episode, FeatureStatistics statistics) throws IOException {
        if (isOwnVideo) {
            copy(episode, file, statistics);
        } else {
            encode(episode, file, statistics);
        }
    }

    private void encode(LeRobotRows episode, Path file, FeatureStatistics statistics) throws IOException {
        int frameBytes = feature.elements();
        int[] frame = {0};
        try (VideoClipWriter clip = VideoClipFormat.mp4().create(file, feature.width(), feature.height(), fps)) {
            RowBlocks.each(episode.reader(), source, 0, episode.steps(), (rows, count) -> {
                for (int at = 0; at < count * frameBytes; at += frameBytes) {
                    clip.add(Arrays.copyOfRange(rows, at, at + frameBytes));
                    statistics.addFrame(frame[0]++, episode.steps(), rows, at);
                }
            });
        }
    }

    private void copy(LeRobotRows episode, Path file, FeatureStatistics statistics) throws IOException {
        Files.copy(episode.facts().videos().get(source).get(0), file);
        VideoClipFormat.mp4().decode(file, (frame, rgb) -> statistics.addFrame(frame, episode.steps(), rgb, 0));
    }

    /**
     * Reads the index of a file of it again.
     *
     * @param length frames that it should have
     * @throws IOException when it is not what the tables say
     */
    void check(Path file, long length) throws IOException {
        VideoClipInfo info = VideoClipFormat.mp4().probe(file);
        boolean isRight = info.frames() == length
                && info.width() == feature.width()
                && info.height() == feature.height()
                && LeRobotSurvey.isAtRate(info, fps);
        if (!isRight) {
            throw new IOException(Sentence.of(
                    "%s reads back as %s, expected %d frames of %dx%d at %d per second; export again",
                    file, info, length, feature.width(), feature.height(), fps));
        }
    }
}
