package io.github.roboreel.tools.resume;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** A new folder {@code replaced-run_<run>-<time>}. */
final class SetAsideFolder {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private SetAsideFolder() {}

    static Path create(Path envFolder, int run) throws IOException {
        return create(envFolder, run, LocalDateTime.now());
    }

    /** A clock may show the same time twice. */
    static Path create(Path envFolder, int run, LocalDateTime now) throws IOException {
        String stem = "replaced-run_" + run + "-" + now.format(STAMP);
        Path folder = envFolder.resolve(stem);
        for (int i = 2; Files.exists(folder); i++) {
            folder = envFolder.resolve(stem + "-" + i);
        }
        return Files.createDirectories(folder);
    }
}
