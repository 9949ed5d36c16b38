package io.github.roboreel.tools.resume;

import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files that one run leaves in its env folder, finished or not. */
final class RunTraces {
    private RunTraces() {}

    /** Run file, staging, logs and videos of a run, with whatever a dead recorder left of them. */
    static List<Path> of(Path envFolder, int run) throws IOException {
        if (!Files.isDirectory(envFolder)) {
            return List.of();
        }
        Pattern name = RunFolder.tracesOf(run);
        try (Stream<Path> files = Files.list(envFolder)) {
            return files.filter(Files::isRegularFile)
                    .filter(f -> name.matcher(f.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }
}
