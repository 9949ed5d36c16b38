package io.github.roboreel.dataset.trajectories;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A file for each trajectory, at a place or in folders below it. */
abstract class FileLayout implements TrajectoryLayout {
    private static final int MAX_LEVELS = 8;

    /** Of a place that may be anything, such as a disk, no more is looked at. */
    private static final int MAX_LOOKED_AT = 10_000;

    private final Pattern fileName;
    private final String example;

    /**
     * Of files with such names.
     *
     * @param example one of them
     */
    FileLayout(String fileName, String example) {
        this.fileName = Pattern.compile(fileName);
        this.example = example;
    }

    @Override
    public final boolean recognises(Path place) {
        try (Stream<Path> members = Files.walk(place.toRealPath(), MAX_LEVELS)) {
            return Files.isDirectory(place) && members.limit(MAX_LOOKED_AT).anyMatch(this::isOne);
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private boolean isOne(Path file) {
        return fileName.matcher(file.getFileName().toString()).matches() && Files.isRegularFile(file);
    }

    @Override
    public final List<TrajectoryPlace> trajectories(Path place) throws IOException {
        // A link to a folder is that folder.
        Path real = place.toRealPath();
        List<TrajectoryPlace> all = new ArrayList<>();
        for (Path file : find(real)) {
            Path inside = real.equals(file) ? file.getFileName() : real.relativize(file);
            all.add(new TrajectoryPlace(file, "", inside.toString()));
        }
        if (all.isEmpty()) {
            throw new ExportRefusedException(
                    "%s has no file named as those of %s are, such as %s; name their folder", place, name(), example);
        }
        return all;
    }

    private List<Path> find(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place, MAX_LEVELS)) {
            return files.filter(this::isOne)
                    .sorted(Comparator.comparing(FileLayout::sortKey).thenComparing(Path::toString))
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Trajectories under other names, and folders that are links: what is in those is not looked at. */
    @Override
    public final List<String> leftOut(Path place) throws IOException {
        Path real = place.toRealPath();
        try (Stream<Path> files = Files.walk(real, MAX_LEVELS)) {
            List<Path> others = files.filter(this::isLeftOut).sorted().toList();
            List<String> sentences = new ArrayList<>();
            add(real, others, true, "a link to a folder; import that folder by itself", sentences);
            add(real, others, false, "no file named as those of " + name() + " are, such as " + example, sentences);
            return sentences;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void add(Path folder, List<Path> others, boolean areFolders, String why, List<String> sentences) {
        List<String> names = others.stream()
                .filter(other -> Files.isDirectory(other) == areFolders)
                .map(other -> folder.relativize(other).toString())
                .toList();
        if (!names.isEmpty()) {
            String more = names.size() > 1 ? " and " + (names.size() - 1) + " more" : "";
            sentences.add(
                    Sentence.of("'%s'%s left out: %s", names.get(0), more.isEmpty() ? " is" : more + " are", why));
        }
    }

    private boolean isLeftOut(Path file) {
        boolean isHdf5 = file.getFileName().toString().matches("(?i).*\\.(h5|hdf5)");
        return Files.isDirectory(file) ? Files.isSymbolicLink(file) : isHdf5 && !isOne(file);
    }

    /** The path with its numbers in nine digits, so that episode 10 comes after episode 9. */
    private static String sortKey(Path file) {
        return Pattern.compile("\\d{1,9}")
                .matcher(file.toString())
                .replaceAll(number -> "0".repeat(9 - number.group().length()) + number.group());
    }
}
