package io.github.roboreel.tools.plot;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** Where pictures are put; made with the first one, none is ever overwritten. */
public final class PlotFolder {
    private static final String NAME = "plots";
    private static final String SUFFIX = ".png";

    private final Path path;
    private final List<Path> files = new ArrayList<>();

    private PlotFolder(Path path) {
        this.path = path;
    }

    /**
     * {@code plots} in an output folder, or {@code plots-2} and so on when that holds something.
     *
     * @throws IOException if the output folder cannot be read
     */
    public static PlotFolder in(Path outputFolder) throws IOException {
        Path free = outputFolder.resolve(NAME);
        for (int i = 2; !isFree(free); i++) {
            free = outputFolder.resolve(NAME + "-" + i);
        }
        return new PlotFolder(free);
    }

    /**
     * A folder by choice. It may exist.
     *
     * @throws IllegalArgumentException if it is a file or holds pictures already
     * @throws IOException if it cannot be read
     */
    public static PlotFolder at(Path path) throws IOException {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new IllegalArgumentException(path + " is not a folder; choose another");
        }
        if (Files.isDirectory(path)) {
            try (Stream<Path> entries = Files.list(path)) {
                entries.filter(e -> e.toString().endsWith(SUFFIX))
                        .findFirst()
                        .ifPresent(
                                found -> {
                                    throw new IllegalArgumentException(
                                            path
                                                    + " holds pictures already ("
                                                    + found.getFileName()
                                                    + "); nothing is overwritten, choose another"
                                                    + " folder");
                                });
            }
        }
        return new PlotFolder(path);
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
        BufferedImage image = figure.render();
        try (OutputStream out =
                Files.newOutputStream(
                        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            if (!ImageIO.write(image, "png", out)) {
                throw new IOException("this Java cannot write PNG files; use a complete JRE");
            }
        }
        files.add(file);
    }

    private Path freeFile(String stem) {
        Path file = path.resolve(stem + SUFFIX);
        for (int i = 2; Files.exists(file); i++) {
            file = path.resolve(stem + "_" + i + SUFFIX);
        }
        return file;
    }
}
