package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the folder of a dataset: the one that was named, or the only one below it. */
final class RldsFolder {
    /** The file that says which record files there are. */
    static final String INFO = "dataset_info.json";

    /** The file that declares what is in a record. */
    static final String FEATURES = "features.json";

    /** NAME, CONFIG and VERSION. */
    private static final int LEVELS = 3;

    private static final int MAX_LISTED = 8;

    private RldsFolder() {}

    /** Whether a dataset is in that folder itself. */
    static boolean isAt(Path folder) {
        return Files.isRegularFile(folder.resolve(INFO)) && Files.isRegularFile(folder.resolve(FEATURES));
    }

    /** Whether the folder is one of a dataset's name or configuration, which holds nothing but folders. */
    static boolean isBelow(Path folder) {
        return isBelow(folder, LEVELS);
    }

    private static boolean isBelow(Path folder, int levels) {
        if (levels == 0 || !Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> members = Files.list(folder)) {
            List<Path> first = members.limit(MAX_LISTED).toList();
            return first.stream().allMatch(Files::isDirectory)
                    && first.stream().anyMatch(member -> isAt(member) || isBelow(member, levels - 1));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /**
     * Finds it.
     *
     * @throws ExportRefusedException when there is none or more than one
     */
    static Path find(Path named) throws IOException {
        if (Files.isRegularFile(named.resolve(INFO))) {
            return complete(named);
        }
        if (!Files.isDirectory(named)) {
            throw new ExportRefusedException(
                    named + " is no folder; name the one of a dataset, which holds " + INFO + ", or one above it");
        }
        List<Path> found = below(named);
        if (found.isEmpty()) {
            throw new ExportRefusedException(named + " holds no " + INFO + ", and none is up to " + LEVELS
                    + " folders below it; name the folder of one version of a dataset");
        }
        if (found.size() > 1) {
            throw new ExportRefusedException(
                    "%s holds more than one dataset: %s; name one of them", named, listed(found));
        }
        return complete(found.get(0));
    }

    private static String listed(List<Path> found) {
        String names = found.stream().limit(MAX_LISTED).map(Path::toString).collect(Collectors.joining(", "));
        return found.size() > MAX_LISTED ? names + " and more" : names;
    }

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.find(
                folder,
                LEVELS + 1,
                (path, attributes) -> attributes.isRegularFile()
                        && path.getFileName().toString().equals(INFO))) {
            return files.map(Path::getParent).limit(MAX_LISTED + 1L).sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static Path complete(Path folder) {
        if (!Files.isRegularFile(folder.resolve(FEATURES))) {
            throw new ExportRefusedException(folder + " has no " + FEATURES
                    + ", as datasets of TFDS before version 4.0 have none; prepare the dataset again");
        }
        return folder;
    }
}
