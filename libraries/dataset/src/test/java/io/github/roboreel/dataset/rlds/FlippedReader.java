package io.github.roboreel.dataset.rlds;

import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;

/** Gives one array with its last bit changed. */
final class FlippedReader extends ForwardingReader {
    private final String array;

    FlippedReader(EpisodeReader of, String array) {
        super(of);
        this.array = array;
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        byte[] bytes = super.readBytes(path, from, to);
        if (path.equals(array)) {
            bytes[bytes.length - 1] ^= 1;
        }
        return bytes;
    }
}
