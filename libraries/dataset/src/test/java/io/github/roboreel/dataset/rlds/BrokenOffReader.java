package io.github.roboreel.dataset.rlds;

import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;

/** An episode that was broken off: its final observation has no row. */
final class BrokenOffReader extends ForwardingReader {
    BrokenOffReader(EpisodeReader of) {
        super(of);
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        DatasetInfo info = super.info(path);
        return path.startsWith("final_obs/")
                ? new DatasetInfo(
                        info.dtype(),
                        0,
                        info.rowShape(),
                        info.chunkShape(),
                        info.filters(),
                        0,
                        info.unit(),
                        info.frame())
                : info;
    }
}
