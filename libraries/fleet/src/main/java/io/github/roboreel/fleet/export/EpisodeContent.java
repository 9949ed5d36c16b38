package io.github.roboreel.fleet.export;

import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;

/** What makes two episodes the same: actions and initial states, under their paths, in the file's order. */
public final class EpisodeContent {
    private EpisodeContent() {}

    public static Sha256 of(EpisodeReader reader) throws IOException {
        Sha256 sha = new Sha256();
        for (String path : reader.paths()) {
            boolean counts = path.equals(DemoPaths.ACTIONS)
                    || DemoPaths.isIn(DemoPaths.ACTIONS, path)
                    || DemoPaths.isIn(DemoPaths.INITIAL_STATE, path);
            if (counts) {
                sha.add(path);
                RowBlocks.each(reader, path, 0, reader.info(path).rows(), (rows, count) -> sha.add(rows));
            }
        }
        return sha;
    }
}
