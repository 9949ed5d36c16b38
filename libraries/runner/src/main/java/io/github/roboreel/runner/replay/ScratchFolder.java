package io.github.roboreel.runner.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for recorder output that is not kept.
 *
 * @param path where it is
 */
record ScratchFolder(Path path) implements AutoCloseable {
    static ScratchFolder make() throws IOException {
        return new ScratchFolder(Files.createTempDirectory("roboreel-replay"));
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(path)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path entry : all) {
            Files.delete(entry);
        }
    }
}
