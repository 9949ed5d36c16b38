package io.github.roboreel.fleet.catalogue;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a catalogue of a fleet, or brings one up to date: it then holds the folders that were named and no others. Run
 * files whose size and version are those of before, in folders whose results are, too, are not opened. The file is
 * replaced whole or not at all; of two who do so at once the last one wins.
 */
public final class FleetIndex {
    private final Engine engine;
    private final Storages storages;
    private final Map<String, String> settings;

    /**
     * One that works on an engine.
     *
     * @param settings of the storages, for the tasks
     */
    public FleetIndex(Engine engine, Storages storages, Map<String, String> settings) {
        this.engine = engine;
        this.storages = storages;
        this.settings = Map.copyOf(settings);
    }

    /**
     * Looks at all folders.
     *
     * @param catalogue the folder that the catalogue is in
     * @param hashes whether contents are hashed, for which all actions are read
     * @param progress receives how many folders are done
     * @throws RoboReelException of kind UNSUPPORTED, when the folder holds a catalogue of another version
     * @throws IOException when a store or the engine fails, or the catalogue cannot be written
     */
    public IndexOutcome update(List<FleetFolder> folders, Location catalogue, boolean hashes, ExportProgress progress)
            throws IOException {
        Location file = catalogue.child(Catalogue.FILE);
        try (Scratch scratch = Scratch.create();
                CatalogueTable table = CatalogueTable.open(scratch.path())) {
            Optional<Path> before = Catalogue.fetch(file, storages, scratch);
            Map<String, KnownFolder> known = new LinkedHashMap<>();
            folders.forEach(folder -> known.put(folder.location().text(), new KnownFolder(folder)));
            long gone = before.isPresent() ? know(before.get(), hashes, table, known) : 0;
            List<KnownFolder> inputs = List.copyOf(known.values());
            Tally tally = new Tally(inputs.size());
            progress.phase("reading", inputs.size());
            engine.run("index", inputs, new IndexTask(hashes, settings), (index, rows) -> {
                table.add(inputs.get(index).folder().location().text(), rows);
                tally.add(index, rows);
                progress.advanced(1);
            });
            Path made = scratch.path().resolve("made.parquet");
            long episodes = table.write(before.stream().toList(), made);
            storages.of(file).put(made, file);
            return new IndexOutcome(file, inputs.size(), episodes, tally.read, tally.unchanged, gone, tally.problems());
        }
    }

    /** Gives folders what is known of them; returns how many more there are. */
    private static long know(Path before, boolean hashes, CatalogueTable table, Map<String, KnownFolder> known)
            throws IOException {
        Set<String> gone = new HashSet<>();
        table.eachRun(before, hashes, (folder, run, bytes, version, results, areSound) -> {
            KnownFolder one = known.get(folder);
            if (one == null) {
                gone.add(folder);
            } else {
                one.add(run, bytes, version, results, areSound);
            }
        });
        return gone.size();
    }

    /** What the results come to. */
    private static final class Tally {
        private final List<List<FaultRow>> problems;
        private long read;
        private long unchanged;

        Tally(int folders) {
            problems = new ArrayList<>(Collections.nCopies(folders, List.of()));
        }

        void add(int index, FolderRows rows) {
            read += rows.read();
            unchanged += rows.unchanged().size();
            problems.set(index, List.copyOf(rows.problems()));
        }

        List<FileFault> problems() {
            return problems.stream().flatMap(List::stream).map(FaultRow::fault).toList();
        }
    }
}
