package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A new folder below the one the user named, removed with everything in it unless it is kept. */
final class OutputSubfolder implements AutoCloseable {
    private final Path path;
    private final boolean keep;

    private OutputSubfolder(Path path, boolean keep) {
        this.path = path;
        this.keep = keep;
    }

    /** Creates it, and the folder above it where that is missing; for null where temporary files go. */
    static OutputSubfolder below(Path outputDir, boolean keep) throws IOException {
        if (outputDir == null) {
            return new OutputSubfolder(Files.createTempDirectory("roboreel-bench"), keep);
        }
        Files.createDirectories(outputDir);
        return new OutputSubfolder(Files.createTempDirectory(outputDir, "bench-"), keep);
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        if (keep) {
            return;
        }
        delete(path);
    }

    /** Removes a folder with everything in it. */
    static void delete(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.delete(file);
        }
    }
}
