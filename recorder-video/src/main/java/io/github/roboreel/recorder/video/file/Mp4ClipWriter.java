package io.github.roboreel.recorder.video.file;

import io.github.roboreel.recorder.spi.files.VideoClipWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A video of one frame per period. What an error broke off is not finished. */
final class Mp4ClipWriter implements VideoClipWriter {
    private final Path file;
    private final VideoWriter writer;
    private final ByteBuffer picture;
    private long frames;
    private boolean failed;
    private boolean open = true;

    Mp4ClipWriter(Path file, VideoFormat format, VideoWriter writer) {
        this.file = file;
        this.writer = writer;
        this.picture = ByteBuffer.allocateDirect(format.rgbBytes());
    }

    @Override
    public void add(byte[] rgb) throws IOException {
        if (rgb.length != picture.capacity()) {
            throw new IllegalArgumentException(
                    "a frame of " + file + " has " + picture.capacity() + " bytes; given " + rgb.length);
        }
        failed = true;
        writer.write(picture.clear().put(rgb).clear(), frames);
        frames++;
        failed = false;
    }

    @Override
    public String codec() {
        return "h264";
    }

    @Override
    public void close() throws IOException {
        if (!open) {
            return;
        }
        open = false;
        if (failed || frames == 0) {
            writer.discard();
        } else {
            writer.finish();
        }
    }
}
