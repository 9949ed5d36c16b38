package io.github.roboreel.tools.resume;

import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;

/** A new folder {@code replaced-run_<run>-<time>}. */
final class SetAsideFolder {
    private SetAsideFolder() {}

    static Path create(Path envFolder, int run) throws IOException {
        return create(envFolder, run, LocalDateTime.now());
    }

    /** A clock may show the same time twice. */
    static Path create(Path envFolder, int run, LocalDateTime now) throws IOException {
        String stem = RunFolder.replacedRun(run, now);
        Path folder = envFolder.resolve(stem);
        for (int i = 2; Files.exists(folder); i++) {
            folder = envFolder.resolve(stem + "-" + i);
        }
        return Files.createDirectories(folder);
    }
}
