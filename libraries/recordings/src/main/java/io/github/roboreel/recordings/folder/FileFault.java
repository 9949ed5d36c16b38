package io.github.roboreel.recordings.folder;

import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fault of a file that was read: it is reported, and the rest is still read. Immutable.
 *
 * @param file the file or folder
 * @param line number of the line, from 1; 0 where it concerns no line
 * @param field place in the line or the file, for example {@code score} or {@code data/demo_0/actions}; empty when it
 *     concerns all of it
 * @param problem what is wrong, in the words that follow the place: "is not JSON"
 * @param advice what to do about it; empty where nothing is to be done
 * @param severity how bad it is
 */
public record FileFault(Path file, int line, String field, String problem, String advice, Severity severity) {
    private static final Pattern IN_STORE = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]+:)/(?!/)(\\./)?");
    private static final Pattern NO_AUTHORITY = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]+:)///");

    /** Severity of a fault. */
    public enum Severity {
        /** Something is missing, unreadable or contradicts something else: a result lacks it. */
        ERROR,
        /** Worth knowing, and nothing is lost: a doubt, another recorder's habit, a recording in progress. */
        NOTE
    }

    /** Checks the parts. */
    public FileFault {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(field, "field");
        Objects.requireNonNull(problem, "problem");
        Objects.requireNonNull(advice, "advice");
        Objects.requireNonNull(severity, "severity");
    }

    /** Something of the whole file is not in the result. */
    public static FileFault leftOut(Path file, String problem, String advice) {
        return leftOut(file, 0, problem, advice);
    }

    /** A line of a file is not in the result. */
    public static FileFault leftOut(Path file, int line, String problem, String advice) {
        return new FileFault(file, line, "", problem, advice, Severity.ERROR);
    }

    /** A line of a file is in the result, but doubtful. */
    public static FileFault doubtful(Path file, int line, String problem, String advice) {
        return new FileFault(file, line, "", problem, advice, Severity.NOTE);
    }

    /** A pipe, device or folder where a file should be; it is not opened, for it may never end. */
    public static FileFault noRegularFile(Path file) {
        return leftOut(file, "is no regular file, so it was not read", "move it away");
    }

    /** Name of a file or folder for people: its path; of a place in a store its address, which a path cannot hold. */
    public static String name(Path file) {
        return IN_STORE.matcher(file.toString())
                .replaceFirst(store -> store.group(1) + (store.group(2) == null ? "//" : "///"));
    }

    /** The file of a {@link #name}; one of a store whose authority is given elsewhere has a dot in its place. */
    public static Path file(String name) {
        return Path.of(NO_AUTHORITY.matcher(name).replaceFirst("$1/./"));
    }

    /** The same fault, where people know a folder by another name than its path. */
    public FileFault renamed(Path folder, String name) {
        return folder.toString().equals(name)
                ? this
                : new FileFault(
                        file(renamed(file.toString(), folder, name)),
                        line,
                        field,
                        renamed(problem, folder, name),
                        renamed(advice, folder, name),
                        severity);
    }

    /** A text in which a folder, not one whose name only begins like its, has another name. */
    public static String renamed(String text, Path folder, String name) {
        String own = Pattern.quote(folder.toString()) + "(?![\\w.-])";
        return text.replaceAll(own, Matcher.quoteReplacement(name));
    }

    /** Whether something is not in the result. */
    public boolean isLeftOut() {
        return severity == Severity.ERROR;
    }

    /** Line and field, as people read them; empty when it concerns the whole file. */
    public String place() {
        String lineText = line > 0 ? "line " + line : "";
        return lineText.isEmpty() || field.isEmpty() ? lineText + field : lineText + ", " + field;
    }

    /** One sentence for people: file, place, what is wrong, what to do. */
    public String text() {
        return where() + " " + problem + adviceClause();
    }

    /** One line of an audit: file, place, what is wrong, what to do. */
    public String finding() {
        return complaint() + adviceClause();
    }

    private String adviceClause() {
        return advice.isEmpty() ? "" : "; " + advice;
    }

    /** A finding without its advice. */
    public String complaint() {
        return where() + ": " + problem;
    }

    private String where() {
        String place = place();
        return place.isEmpty() ? name(file) : name(file) + ", " + place;
    }
}
