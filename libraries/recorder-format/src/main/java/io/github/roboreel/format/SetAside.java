package io.github.roboreel.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Optional;

/** Moves what is in the way to a name beside it instead of overwriting it. */
public final class SetAside {
    private SetAside() {}

    /**
     * Moves a file to {@code <name>.before-<time>}.
     *
     * @return its new name; empty when there was no such file
     * @throws IOException when it cannot be moved; it is where it was then
     */
    public static Optional<Path> move(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Path aside = freeName(file, RunFolder.BEFORE);
        return Optional.of(Files.move(file, aside));
    }

    /** {@code <name>.<word>-<time>} in local time, with a number behind it when that is taken. */
    public static Path freeName(Path file, String word) {
        String stem = RunFolder.aside(file.getFileName().toString(), word, LocalDateTime.now());
        Path free = file.resolveSibling(stem);
        for (int i = 2; Files.exists(free); i++) {
            free = file.resolveSibling(stem + "-" + i);
        }
        return free;
    }
}
