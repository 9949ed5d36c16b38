package io.github.roboreel.cli.plot;

import io.github.roboreel.cli.plot.Plots.PlotStyle;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Folder of pictures; made with the first one, none is ever overwritten. */
final class PlotFolder {
    private static final String NAME = "plots";

    private final Path path;
    private final PlotStyle style;
    private final List<Path> files = new ArrayList<>();

    private PlotFolder(Path path, PlotStyle style) {
        this.path = path;
        this.style = style;
    }

    /**
     * {@code plots} in an output folder, or {@code plots-2} and so on when that holds something.
     *
     * @throws IOException if the output folder cannot be read
     */
    public static PlotFolder in(Path outputFolder, PlotStyle style) throws IOException {
        Path free = outputFolder.resolve(NAME);
        for (int i = 2; !isFree(free); i++) {
            free = outputFolder.resolve(NAME + "-" + i);
        }
        return new PlotFolder(free, style);
    }

    /**
     * A folder by choice. It may exist.
     *
     * @throws IllegalArgumentException if it is a file or holds pictures already
     * @throws IOException if it cannot be read
     */
    public static PlotFolder at(Path path, PlotStyle style) throws IOException {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new IllegalArgumentException(path + " is not a folder; choose another");
        }
        if (Files.isDirectory(path)) {
            try (Stream<Path> entries = Files.list(path)) {
                entries.filter(PlotFolder::isPicture).findFirst().ifPresent(found -> {
                    throw new IllegalArgumentException(path
                            + " holds pictures already ("
                            + found.getFileName()
                            + "); nothing is overwritten, choose another"
                            + " folder");
                });
            }
        }
        return new PlotFolder(path, style);
    }

    private static boolean isPicture(Path file) {
        return Arrays.stream(PlotFormat.values())
                .anyMatch(format -> file.toString().endsWith(format.suffix()));
    }

    private static boolean isFree(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return !Files.exists(folder);
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    /** The folder. */
    public Path path() {
        return path;
    }

    /** What was written, in order. */
    public List<Path> files() {
        return List.copyOf(files);
    }

    /** Draws a figure into a new file. */
    void write(String stem, Figure figure) throws IOException {
        Files.createDirectories(path);
        Path file = freeFile(stem);
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            style.format().write(style.titles() ? figure : figure.untitled(), out);
        }
        files.add(file);
    }

    private Path freeFile(String stem) {
        String suffix = style.format().suffix();
        Path file = path.resolve(stem + suffix);
        for (int i = 2; Files.exists(file); i++) {
            file = path.resolve(stem + "_" + i + suffix);
        }
        return file;
    }
}
