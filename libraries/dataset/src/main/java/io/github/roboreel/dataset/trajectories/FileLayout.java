package io.github.roboreel.dataset.trajectories;

import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A file for each trajectory, at a place or in folders below it. */
abstract class FileLayout implements TrajectoryLayout {
    private static final int MAX_LEVELS = 8;

    private final Pattern fileName;

    FileLayout(String fileName) {
        this.fileName = Pattern.compile(fileName);
    }

    /** How far below a place its files are looked for when nothing but names may be looked at. */
    abstract int levels();

    /** What other files say of a trajectory. */
    abstract List<Map<String, Object>> about(Path file) throws IOException;

    @Override
    public final boolean recognises(Path place) {
        try {
            return !find(place, levels()).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public final List<TrajectoryPlace> trajectories(Path place) throws IOException {
        List<Path> files = find(place, MAX_LEVELS);
        if (files.isEmpty()) {
            throw new ExportRefusedException(
                    "%s has no file named like those of %s (%s); name their folder", place, name(), fileName);
        }
        List<TrajectoryPlace> all = new ArrayList<>();
        for (Path file : files) {
            Path inside = place.equals(file) ? file.getFileName() : place.relativize(file);
            all.add(new TrajectoryPlace(file, "", inside.toString(), about(file)));
        }
        return all;
    }

    private List<Path> find(Path place, int levels) throws IOException {
        try (Stream<Path> files = Files.walk(place, levels)) {
            return files.filter(file ->
                            fileName.matcher(file.getFileName().toString()).matches() && Files.isRegularFile(file))
                    .sorted(Comparator.comparing(FileLayout::sortKey).thenComparing(Path::toString))
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** The path with its numbers in nine digits, so that episode 10 comes after episode 9. */
    private static String sortKey(Path file) {
        return Pattern.compile("\\d{1,9}")
                .matcher(file.toString())
                .replaceAll(number -> "0".repeat(9 - number.group().length()) + number.group());
    }
}
