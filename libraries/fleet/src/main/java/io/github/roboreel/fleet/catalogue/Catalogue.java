package io.github.roboreel.fleet.catalogue;

import io.github.roboreel.dataset.sql.FilteredTable;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A catalogue of a fleet, open to be asked: which folders there are, and which episodes an expression of SQL chooses by
 * the {@link CatalogueColumn}s. For one thread.
 */
public final class Catalogue implements AutoCloseable {
    /** Name of the file in the catalogue's folder. */
    public static final String FILE = "episodes.parquet";

    private static final String TABLE = "episodes";

    private final Scratch scratch;
    private final FilteredTable table;

    private Catalogue(Scratch scratch, FilteredTable table) {
        this.scratch = scratch;
        this.table = table;
    }

    /**
     * Opens the catalogue in a folder.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT when there is none, UNSUPPORTED when it is of another version
     * @throws IOException when it cannot be read
     */
    public static Catalogue open(Location folder, Storages storages) throws IOException {
        Location file = folder.child(FILE);
        Scratch scratch = Scratch.create();
        try {
            Path local = fetch(file, storages, scratch)
                    .orElseThrow(() -> RoboReelException.badArgument(
                            "there is no catalogue %s; make one of the fleet first", file));
            return new Catalogue(scratch, FilteredTable.open(local, TABLE, CatalogueColumn.labels(), scratch.path()));
        } catch (IOException | RuntimeException e) {
            scratch.close();
            throw e;
        }
    }

    /** The file on this machine; empty when there is none. */
    static Optional<Path> fetch(Location file, Storages storages, Scratch scratch) throws IOException {
        Storage storage = storages.of(file);
        if (storage.find(file).filter(entry -> !entry.isFolder()).isEmpty()) {
            return Optional.empty();
        }
        if (file.isPath()) {
            return Optional.of(file.path().toAbsolutePath());
        }
        Path copy = scratch.path().resolve("before.parquet");
        try (InputStream in = Channels.newInputStream(storage.open(file))) {
            Files.copy(in, copy);
        }
        return Optional.of(copy);
    }

    /** The output folders, by location. */
    public List<FleetFolder> folders() throws IOException {
        return List.copyOf(select("true").keySet());
    }

    /**
     * The episodes for which an expression holds and which a run file holds.
     *
     * @param expression as behind WHERE, for example {@code success AND steps > 100}
     * @return {@code <run file>/<demo>} of each, by folder in the order of locations
     * @throws RoboReelException of kind BAD_ARGUMENT, when the expression is none, or names what is no column
     * @throws IOException when the catalogue cannot be read
     */
    public Map<FleetFolder, Set<String>> select(String expression) throws IOException {
        Map<String, Set<String>> chosen = new LinkedHashMap<>();
        table.select(List.of("folder", "run_file", "demo"), expression, row -> {
            Set<String> demos = chosen.computeIfAbsent(row.getString(1), folder -> new HashSet<>());
            if (row.getString(2) != null && row.getString(3) != null) {
                demos.add(row.getString(2) + "/" + row.getString(3));
            }
        });
        Map<FleetFolder, Set<String>> byFolder = new LinkedHashMap<>();
        List<String> folders = new ArrayList<>(chosen.keySet());
        folders.sort(null);
        folders.forEach(text -> byFolder.put(new FleetFolder(text, new Location(text)), chosen.get(text)));
        return byFolder;
    }

    @Override
    public void close() throws IOException {
        try (scratch) {
            table.close();
        }
    }
}
