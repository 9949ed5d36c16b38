package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary output folder, deleted with everything in it when closed. */
final class ScratchFolder implements AutoCloseable {
    private final Path path;

    ScratchFolder() throws IOException {
        this(null);
    }

    /** In a folder that is there, or where temporary files go for null. */
    ScratchFolder(Path parent) throws IOException {
        path = parent == null
                ? Files.createTempDirectory("roboreel-bench")
                : Files.createTempDirectory(parent, "roboreel-bench");
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(path)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.delete(file);
        }
    }
}
