package io.github.roboreel.dataset.minari;

import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Bytes that the texts of a dataset take: a field has room for the longest of all episodes, so that all have the same
 * fields. For one thread.
 */
final class MinariTextWidths {
    private final ArrayFileReader file;
    private final int episodes;
    private final Map<String, Integer> bytes = new HashMap<>();

    MinariTextWidths(ArrayFileReader file, int episodes) {
        this.file = file;
        this.episodes = episodes;
    }

    /** Bytes of the longest text in an array, by its path below an episode; at least 1. */
    int bytes(String path) throws IOException {
        Integer known = bytes.get(path);
        if (known == null) {
            known = longest(path);
            bytes.put(path, known);
        }
        return known;
    }

    private int longest(String path) throws IOException {
        int longest = 1;
        for (int episode = 0; episode < episodes; episode++) {
            String whole = "episode_" + episode + "/" + path;
            if (file.kind(whole) == Kind.TEXTS) {
                for (String text : file.readTexts(whole)) {
                    longest = Math.max(longest, text.getBytes(StandardCharsets.UTF_8).length);
                }
            }
        }
        return longest;
    }
}
