package io.github.roboreel.dataset;

import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Bytes that the texts of a dataset take: a field has room for the longest of all episodes, so that all have the same
 * fields. For one thread.
 */
public final class TextWidths {
    private final int episodes;
    private final Width width;
    private final Map<String, Integer> bytes = new HashMap<>();

    /** Bytes of the longest text of one episode. */
    @FunctionalInterface
    public interface Width {
        /** Of the array of that path below the episode; 0 where it has none. */
        int bytes(int episode, String path) throws IOException;
    }

    /** Of that many episodes. */
    public TextWidths(int episodes, Width width) {
        this.episodes = episodes;
        this.width = width;
    }

    /** Bytes of the longest text at a path of a file; 0 where no texts are. */
    public static int at(ArrayFileReader file, String path) throws IOException {
        Optional<FoundArray> array = FoundArray.at(file, path, path).filter(FieldShapes::isTexts);
        return array.isEmpty() ? 0 : FieldShapes.textBytes(array.get());
    }

    /** Bytes of the longest text in the arrays of that path below their episodes; at least 1. */
    public int bytes(String path) throws IOException {
        Integer known = bytes.get(path);
        if (known == null) {
            known = 1;
            for (int episode = 0; episode < episodes; episode++) {
                known = Math.max(known, width.bytes(episode, path));
            }
            bytes.put(path, known);
        }
        return known;
    }
}
