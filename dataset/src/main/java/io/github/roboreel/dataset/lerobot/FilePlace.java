package io.github.roboreel.dataset.lerobot;

import java.nio.file.Path;
import java.util.Locale;

/**
 * Number of a file among those of its kind.
 *
 * @param number from 0
 */
record FilePlace(int number) {
    /** Files per folder. */
    static final int CHUNK_FILES = 1000;

    int chunk() {
        return number / CHUNK_FILES;
    }

    int file() {
        return number % CHUNK_FILES;
    }

    Path in(Path folder, String suffix) {
        return folder.resolve(String.format(Locale.ROOT, "chunk-%03d", chunk()))
                .resolve(String.format(Locale.ROOT, "file-%03d", file()) + suffix);
    }

    FilePlace next() {
        return new FilePlace(number + 1);
    }
}
