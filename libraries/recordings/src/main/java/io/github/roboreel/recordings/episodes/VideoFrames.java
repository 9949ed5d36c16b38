package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.lib.RecentlyUsed;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recorder.spi.files.VideoClipReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Frames of the episodes' own videos, decoded when they are asked for; the last videos stay open. Decoders are found on
 * the class path when the first video is. For one thread.
 */
final class VideoFrames implements Closeable {
    private static final int VIDEOS_OPEN = 8;
    private static final int COLOURS = 3;

    private final RecentlyUsed<Clip> clips = new RecentlyUsed<>(
            VIDEOS_OPEN, file -> new Clip(VideoClipFormat.mp4().open(Path.of(file))));

    private record Clip(VideoClipReader reader) implements Closeable {
        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    /**
     * Description of a video as an array: uint8, frames x height x width x 3.
     *
     * @throws IOException when it is missing, damaged, or has more frames than the episode has steps
     */
    DatasetInfo info(EpisodeFacts facts, String path, long steps) throws IOException {
        VideoClipInfo info = clip(facts, path).info();
        if (info.frames() > steps) {
            throw new IOException(Sentence.of(
                    "'%s', %s, has %s frames and the episode %s steps, so it is another one's; move it away",
                    path, file(facts, path), info.frames(), steps));
        }
        List<Long> shape = List.of((long) info.height(), (long) info.width(), (long) COLOURS);
        return new DatasetInfo(DType.UINT8, info.frames(), shape, List.of(), List.of(), 0, "", "");
    }

    private static Path file(EpisodeFacts facts, String path) throws IOException {
        List<Path> files = facts.videos().get(path.substring(EpisodeFacts.VIDEOS.length()));
        if (files.size() != 1) {
            throw new IOException(
                    Sentence.of("'%s' may be any of %s; move away those that are not the episode's", path, files));
        }
        return files.get(0);
    }

    private VideoClipReader clip(EpisodeFacts facts, String path) throws IOException {
        Path file = file(facts, path);
        try {
            return clips.get(file.toString()).reader();
        } catch (IOException e) {
            throw new IOException(Sentence.of("'%s', %s, cannot be read: %s", path, file, Sentence.reasonOf(e)), e);
        }
    }

    /** Some frames, one after the other. */
    byte[] read(EpisodeFacts facts, String path, long from, long to) throws IOException {
        VideoClipReader reader = clip(facts, path);
        int bytes = Math.multiplyExact(
                reader.info().height() * COLOURS, reader.info().width());
        byte[] frames = new byte[Math.multiplyExact(bytes, Math.toIntExact(to - from))];
        for (long frame = from; frame < to; frame++) {
            try {
                reader.read(frame, frames, (int) (frame - from) * bytes);
            } catch (IOException e) {
                clips.close(file(facts, path).toString());
                throw new IOException(
                        Sentence.of("frame %s of '%s' cannot be read: %s", frame, path, Sentence.reasonOf(e)), e);
            }
        }
        return frames;
    }

    @Override
    public void close() throws IOException {
        clips.close();
    }
}
