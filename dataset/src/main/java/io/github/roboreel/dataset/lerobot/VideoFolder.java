package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recorder.spi.files.VideoClipWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The videos of all episodes, a file per camera and episode. */
final class VideoFolder {
    private final Path folder;
    private final int fps;

    VideoFolder(Path dataset, int fps) {
        this.folder = dataset.resolve("videos");
        this.fps = fps;
    }

    /** Writes one. */
    PictureStatistics write(Camera camera, EpisodeRows episode) throws IOException {
        Path file = file(camera, episode.index());
        Files.createDirectories(file.getParent());
        return camera.isOwnVideo() ? copy(camera, episode, file) : encode(camera, episode, file);
    }

    private Path file(Camera camera, int episode) {
        return new FilePlace(episode).in(folder.resolve(camera.key()), ".mp4");
    }

    private PictureStatistics encode(Camera camera, EpisodeRows episode, Path file) throws IOException {
        PictureStatistics statistics = new PictureStatistics();
        int frameBytes = 3 * camera.width() * camera.height();
        int[] frame = {0};
        try (VideoClipWriter clip = VideoClipFormat.mp4().create(file, camera.width(), camera.height(), fps)) {
            RowBlocks.each(episode.reader(), camera.source(), 0, episode.steps(), (rows, count) -> {
                for (int at = 0; at < count * frameBytes; at += frameBytes) {
                    clip.add(Arrays.copyOfRange(rows, at, at + frameBytes));
                    if (PictureStatistics.isSampled(frame[0]++, episode.steps())) {
                        statistics.add(rows, at, camera.width(), camera.height());
                    }
                }
            });
        }
        return statistics;
    }

    private PictureStatistics copy(Camera camera, EpisodeRows episode, Path file) throws IOException {
        Files.copy(episode.facts().videos().get(camera.source()).get(0), file);
        PictureStatistics statistics = new PictureStatistics();
        VideoClipFormat.mp4().decode(file, (frame, rgb) -> {
            if (PictureStatistics.isSampled(frame, episode.steps())) {
                statistics.add(rgb, 0, camera.width(), camera.height());
            }
        });
        return statistics;
    }

    /**
     * Reads a video's index again.
     *
     * @throws IOException when it is not what the tables say
     */
    void check(Camera camera, int episode, long length) throws IOException {
        Path file = file(camera, episode);
        VideoClipInfo info = VideoClipFormat.mp4().probe(file);
        boolean isRight = info.frames() == length
                && info.width() == camera.width()
                && info.height() == camera.height()
                && FrameRate.isMetBy(info, fps);
        if (!isRight) {
            throw new IOException(file
                    + " reads back as "
                    + info
                    + ", expected "
                    + length
                    + " frames of "
                    + camera.width()
                    + "x"
                    + camera.height()
                    + " at "
                    + fps
                    + " per second; export again");
        }
    }
}
