package io.github.roboreel.dataset.rlds;

import static io.github.roboreel.dataset.RecordedRuns.CAMERA;
import static io.github.roboreel.dataset.RecordedRuns.IMAGE_HEIGHT;
import static io.github.roboreel.dataset.RecordedRuns.IMAGE_WIDTH;

import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Gives smooth pictures in place of the recorded noise, which no lossy format keeps. */
final class PaintedReader extends ForwardingReader {
    PaintedReader(EpisodeReader of) {
        super(of);
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        if (!path.endsWith(CAMERA)) {
            return super.readBytes(path, from, to);
        }
        long first = path.equals(CAMERA) ? 0 : numSamples();
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (long row = from; row < to; row++) {
            frames.write(frame(first + row));
        }
        return frames.toByteArray();
    }

    /** Red grows to the right, green downwards; blue gives the step. */
    static byte[] frame(long step) {
        byte[] rgb = new byte[IMAGE_HEIGHT * IMAGE_WIDTH * 3];
        for (int pixel = 0; pixel < IMAGE_HEIGHT * IMAGE_WIDTH; pixel++) {
            rgb[3 * pixel] = (byte) (5 * (pixel % IMAGE_WIDTH));
            rgb[3 * pixel + 1] = (byte) (7 * (pixel / IMAGE_WIDTH));
            rgb[3 * pixel + 2] = (byte) (37 * step);
        }
        return rgb;
    }
}
