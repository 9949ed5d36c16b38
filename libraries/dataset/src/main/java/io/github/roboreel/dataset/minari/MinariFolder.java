package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Where a dataset is. Minari sees a dataset in a folder as soon as there is a {@code data} in it, so what is under way
 * has another name there, and a hidden one.
 */
final class MinariFolder {
    private static final String NAMESPACE_FILE = "namespace_metadata.json";

    private final Path root;
    private final DatasetId id;
    private final Path folder;

    MinariFolder(Path root, DatasetId id) {
        this.root = root.toAbsolutePath().normalize();
        this.id = id;
        this.folder = id.folder(this.root);
    }

    Path folder() {
        return folder;
    }

    Path data() {
        return folder.resolve(DatasetId.DATA);
    }

    boolean hasDataset() {
        return Files.exists(data());
    }

    /**
     * Requires that nothing is where the dataset shall be.
     *
     * @throws ExportRefusedException naming what is there
     */
    void requireFree() throws IOException {
        for (Path above : id.namespaceFolders(root)) {
            if (Files.exists(above.resolve(DatasetId.DATA))) {
                throw new ExportRefusedException(
                        above + " is a dataset itself, and none can be in another; choose another" + " namespace");
            }
        }
        if (hasDataset()) {
            throw new ExportRefusedException(
                    folder + " exists already and is left as it is; choose another id, or append" + " to add to it");
        }
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !isEmptyFolder()) {
            throw new ExportRefusedException(
                    folder + " exists already and is left as it is, though it is no dataset; choose" + " another id");
        }
    }

    private boolean isEmptyFolder() throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.findAny().isEmpty();
        }
    }

    /** What an export makes beside the arrays, from the innermost: folders, and files in them. */
    List<Path> missing() {
        Set<Path> namespaces = Set.copyOf(id.namespaceFolders(root));
        List<Path> missing = new ArrayList<>();
        for (Path path = folder; path != null; path = path.getParent()) {
            if (namespaces.contains(path)) {
                missing.add(path.resolve(NAMESPACE_FILE));
            }
            missing.add(path);
        }
        missing.removeIf(Files::exists);
        return Collections.unmodifiableList(missing);
    }

    /**
     * Where to write what becomes the {@code data} of the dataset: beside its folder, so that what a killed export
     * leaves is never in a dataset.
     */
    Path newWork() throws IOException {
        Path parent = Files.createDirectories(folder.getParent());
        return Files.createDirectory(parent.resolve(workPrefix() + UUID.randomUUID()));
    }

    private String workPrefix() {
        return "." + folder.getFileName() + ".exporting-";
    }

    /** What exports to this dataset have left that were killed, unless they are running. */
    List<Path> leftOvers() throws IOException {
        if (!Files.isDirectory(folder.getParent())) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder.getParent())) {
            return all.filter(path -> path.getFileName().toString().startsWith(workPrefix()))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Gives a complete dataset its name.
     *
     * @throws IOException when there is something of that name now, which stays as it is
     */
    void publish(Path work) throws IOException {
        if (Files.exists(data(), LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(data()
                    + " came to exist during the export and is left as it is; export again"
                    + " under another id");
        }
        Files.createDirectories(folder);
        Files.move(work, data(), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Makes Minari list the namespaces; what is noted of them stays.
     *
     * @param innermost is added to what is noted of the innermost one
     */
    void describeNamespaces(Map<String, Object> innermost) throws IOException {
        for (Path namespace : id.namespaceFolders(root)) {
            Path file = namespace.resolve(NAMESPACE_FILE);
            if (!Files.exists(file)) {
                Files.writeString(file, "{}\n");
            }
        }
        if (!innermost.isEmpty()) {
            DescriptionJson.addTo(folder.getParent().resolve(NAMESPACE_FILE), innermost);
        }
    }

    /** Removes again what an export had made, but for folders with something in them. */
    static void remove(List<Path> made) throws IOException {
        for (Path path : made) {
            try {
                Files.deleteIfExists(path);
            } catch (DirectoryNotEmptyException e) {
                return;
            }
        }
    }
}
