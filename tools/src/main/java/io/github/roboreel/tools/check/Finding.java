package io.github.roboreel.tools.check;

import java.nio.file.Path;
import java.util.Objects;

/**
 * One thing that an audit found.
 *
 * @param severity how bad it is
 * @param file the file or folder
 * @param inside the place in it, for example {@code data/demo_0/actions} or {@code line 3}; empty when it concerns the
 *     whole file
 * @param problem what is wrong, expected and given named, in the words that follow the place
 * @param advice what to do about it
 */
public record Finding(Severity severity, Path file, String inside, String problem, String advice) {
    /** Checks the parts. */
    public Finding {
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(inside, "inside");
        Objects.requireNonNull(problem, "problem");
        Objects.requireNonNull(advice, "advice");
    }

    /** One line for people: file, place, what is wrong, what to do. */
    public String text() {
        return complaint() + (advice.isEmpty() ? "" : "; " + advice);
    }

    /** File, place, what is wrong. */
    public String complaint() {
        String where = inside.isEmpty() ? file.toString() : file + ", " + inside;
        return where + ": " + problem;
    }
}
