package io.github.roboreel.recorder.video;

import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * The files of one video: {@code recording} while it is being recorded, {@code finishing} while the finished one is
 * being written, {@code video} then.
 */
public record VideoFiles(Path video, Path recording, Path finishing) {
    /** The files in that folder for a video of that name, which ends in {@code .mp4}. */
    public static VideoFiles in(Path folder, VideoNames.Name name) {
        return new VideoFiles(
                folder.resolve(name.video()), folder.resolve(name.recording()), folder.resolve(name.finishing()));
    }

    /** The files for a video at that path, which ends in {@code .mp4}. */
    public static VideoFiles of(Path video) {
        String name = video.getFileName().toString();
        if (!name.endsWith(RunFolder.VIDEO_SUFFIX)) {
            throw new IllegalArgumentException(video + " is no name of a video; expected .mp4");
        }
        String stem = name.substring(0, name.length() - RunFolder.VIDEO_SUFFIX.length());
        return new VideoFiles(
                video,
                video.resolveSibling(stem + RunFolder.RECORDING_VIDEO_SUFFIX),
                video.resolveSibling(stem + RunFolder.FINISHING_VIDEO_SUFFIX));
    }

    /** The first of the names of which no file exists. */
    public static VideoFiles firstFree(Path folder, Stream<VideoNames.Name> names) throws IOException {
        for (Iterator<VideoNames.Name> all = names.iterator(); all.hasNext(); ) {
            VideoFiles files = in(folder, all.next());
            if (!files.anyExists()) {
                return files;
            }
        }
        throw new IOException(folder + " has a file of every name that a video could get; move some away");
    }

    public boolean anyExists() {
        return hasVideo() || exists(recording) || exists(finishing);
    }

    public boolean hasVideo() {
        return exists(video);
    }

    private static boolean exists(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Gives a finished video its name.
     *
     * @throws FileAlreadyExistsException when the name was taken in the meantime
     */
    public void publish() throws IOException {
        // Without options a move within one folder is a rename that refuses an existing target.
        Files.move(finishing, video);
    }
}
