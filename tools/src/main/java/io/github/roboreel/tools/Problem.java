package io.github.roboreel.tools;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Something wrong with a file that was read: it is reported, and the rest is still read.
 *
 * @param file the file or folder
 * @param line number of the line, from 1; 0 when it concerns the whole file
 * @param sentence what is wrong, without the file's name, in the words that follow it: "is not JSON"
 * @param advice what to do about it
 * @param severity whether something had to be left out
 */
public record Problem(Path file, int line, String sentence, String advice, Severity severity) {
    /** What a problem means for a result. */
    public enum Severity {
        /** Something could not be read and is not in the result. */
        LEFT_OUT,
        /** All was read, but it is doubtful. */
        DOUBTFUL
    }

    /** Checks the parts. */
    public Problem {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(sentence, "sentence");
        Objects.requireNonNull(advice, "advice");
        Objects.requireNonNull(severity, "severity");
    }

    /** Something of the whole file is not in the result. */
    public static Problem leftOut(Path file, String sentence, String advice) {
        return new Problem(file, 0, sentence, advice, Severity.LEFT_OUT);
    }

    /** A line of a file is not in the result. */
    public static Problem leftOut(Path file, int line, String sentence, String advice) {
        return new Problem(file, line, sentence, advice, Severity.LEFT_OUT);
    }

    /** A line of a file is in the result, but doubtful. */
    public static Problem doubtful(Path file, int line, String sentence, String advice) {
        return new Problem(file, line, sentence, advice, Severity.DOUBTFUL);
    }

    /** A pipe, device or folder where a file should be; it is not opened, for it may never end. */
    public static Problem noRegularFile(Path file) {
        return leftOut(file, "is no regular file, so it was not read", "move it away");
    }

    /** Whether something is not in the result. */
    public boolean isLeftOut() {
        return severity == Severity.LEFT_OUT;
    }

    /** One line for people: file, line, what is wrong, what to do. */
    public String text() {
        String where = line > 0 ? file + ", line " + line : file.toString();
        return where + " " + sentence + "; " + advice;
    }
}
