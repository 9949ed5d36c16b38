package io.github.roboreel.recorder.bench.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A piece of our path, or a bare loop, in this JVM.
 *
 * @param name unique in its comparison
 * @param bytes what one run moves
 * @param piece returns the seconds it took
 */
record PieceContender(String name, long bytes, Piece piece) implements Contender {
    /** Something that can be timed. */
    interface Piece {
        /** In an empty folder. */
        double seconds(Path folder) throws IOException;
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public Map<String, Double> run(Path folder) throws IOException {
        double seconds = piece.seconds(folder);
        return Map.of("mb_per_s", bytes / seconds / 1e6);
    }
}
