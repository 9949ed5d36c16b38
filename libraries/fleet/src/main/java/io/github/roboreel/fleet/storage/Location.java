package io.github.roboreel.fleet.storage;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Place of a file or folder: a path of this machine's file systems, or {@code scheme://authority/path} of a store.
 * Nothing in it is escaped. Immutable.
 *
 * @param text as users write it, without a slash at its end
 */
public record Location(String text) implements Serializable, Comparable<Location> {
    private static final Pattern URI = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+)://([^/]*)(/.*)?");
    /** The root of a file system, and of a store whose authority is given elsewhere, is its slashes. */
    private static final Pattern END_OF_FOLDER = Pattern.compile("(?<=[^/])(?<!^[A-Za-z][A-Za-z0-9+.-]{0,30}:)/+$");

    /** Takes slashes from the end. */
    public Location {
        Objects.requireNonNull(text, "text");
        text = END_OF_FOLDER.matcher(text).replaceFirst("");
    }

    public static Location of(Path path) {
        return new Location(path.toString());
    }

    /** As a user wrote it: {@code file:///x} is the path {@code /x}, and {@code s3://} what Hadoop calls s3a. */
    public static Location parse(String text) {
        Matcher uri = URI.matcher(text);
        if (uri.matches() && uri.group(1).equalsIgnoreCase("file")) {
            return new Location(uri.group(3) == null ? "/" : uri.group(3));
        }
        if (uri.matches() && uri.group(1).equalsIgnoreCase("s3")) {
            return new Location("s3a" + text.substring(2));
        }
        return new Location(text.startsWith("file:/") ? text.substring("file:".length()) : text);
    }

    /** Kind of store, in lower case, for example {@code s3a}; empty for a path. */
    public String scheme() {
        Matcher uri = URI.matcher(text);
        return uri.matches() ? uri.group(1).toLowerCase(java.util.Locale.ROOT) : "";
    }

    /** Whether it is a path. */
    public boolean isPath() {
        return scheme().isEmpty();
    }

    /**
     * The path.
     *
     * @throws IllegalStateException when it is a place in a store
     */
    public Path path() {
        if (!isPath()) {
            throw new IllegalStateException(text + " is no path of this machine");
        }
        return Path.of(text);
    }

    /** A file or folder below it; names may be joined by slashes. */
    public Location child(String name) {
        return new Location(text.endsWith("/") ? text + name : text + "/" + name);
    }

    /** A file or folder beside it. */
    public Location sibling(String name) {
        int slash = text.lastIndexOf('/');
        return new Location(slash < 0 ? name : text.substring(0, slash + 1) + name);
    }

    /** What stands after the last slash. */
    public String name() {
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** The same place, wherever a process runs: a relative path made absolute. */
    public Location absolute() {
        return isPath() ? of(path().toAbsolutePath().normalize()) : this;
    }

    @Override
    public int compareTo(Location other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
