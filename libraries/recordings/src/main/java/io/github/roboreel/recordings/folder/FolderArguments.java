package io.github.roboreel.recordings.folder;

import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Turns the folders that a user names into folders that exist. */
public final class FolderArguments {
    private static final Pattern GLOB = Pattern.compile(".*[*?\\[{].*", Pattern.DOTALL);

    private FolderArguments() {}

    /**
     * The folders in the order given, each once, however it is spelled. A name that does not exist as it stands and
     * holds an asterisk, question mark, bracket or brace is a pattern; its folders come sorted by name.
     *
     * @throws IllegalArgumentException in one sentence, when a name is no folder or a pattern matches none
     */
    public static List<Path> expand(Collection<String> names) {
        Map<Path, Path> folders = new LinkedHashMap<>();
        for (String name : names) {
            folders(name).forEach(folder -> folders.putIfAbsent(real(folder), folder));
        }
        return List.copyOf(folders.values());
    }

    /** Whether a name that does not exist as it stands is a pattern. */
    public static boolean isPattern(String name) {
        return GLOB.matcher(name).matches();
    }

    /** A path that is the same however it is spelled. */
    public static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder.toAbsolutePath().normalize(); // reading it reports the cause
        }
    }

    /** Of a run file; empty for any other. */
    private static String outputFolderOf(Path file) {
        Path env = file.toAbsolutePath().normalize().getParent();
        boolean isRun = RunFolder.runOf(file.getFileName().toString()).isPresent() && env.getParent() != null;
        return isRun ? " that it belongs to, " + env.getParent() : "";
    }

    private static List<Path> folders(String name) {
        Path path = parse(name);
        if (path != null && Files.isDirectory(path)) {
            return List.of(path);
        }
        if (path != null && Files.exists(path)) {
            throw new IllegalArgumentException(
                    name + " is not a folder; give the output folder" + outputFolderOf(path));
        }
        if (!isPattern(name)) {
            throw new IllegalArgumentException("there is no folder " + name + "; give an output folder that exists");
        }
        List<Path> matches = matches(name);
        if (matches.isEmpty()) {
            throw new IllegalArgumentException("no folder matches " + name + "; give an output folder that exists");
        }
        return matches;
    }

    private static Path parse(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** Level by level, so that only folders that can still match are listed. */
    private static List<Path> matches(String pattern) {
        List<Path> level = List.of(Path.of(pattern.startsWith("/") ? "/" : ""));
        for (String part : pattern.split("/+")) {
            if (!part.isEmpty()) {
                level = step(level, part);
            }
        }
        return level;
    }

    private static List<Path> step(List<Path> folders, String part) {
        List<Path> next = new ArrayList<>();
        for (Path folder : folders) {
            if (GLOB.matcher(part).matches()) {
                next.addAll(children(folder, matcher(part)));
            } else if (Files.isDirectory(folder.resolve(part))) {
                next.add(folder.resolve(part));
            }
        }
        return next;
    }

    private static PathMatcher matcher(String part) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + part);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("the pattern " + part + " is malformed: " + e.getDescription(), e);
        }
    }

    /** As in a shell, a pattern does not match hidden folders. */
    private static List<Path> children(Path folder, PathMatcher matcher) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(e -> matcher.matches(e.getFileName()))
                    .filter(e -> !e.getFileName().toString().startsWith("."))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
