package io.github.roboreel.recorder.hdf5.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders of single states. */
final class Trees {
    private Trees() {}

    static void delete(Path tree) throws IOException {
        List<Path> paths;
        try (Stream<Path> all = Files.walk(tree)) {
            paths = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.delete(path);
        }
    }
}
