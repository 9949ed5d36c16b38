package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.Storages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A dataset that is about to get its last file or its name. Stands in the work folder, and goes last of all in it, so
 * that a run after a killed commit knows whether the dataset is there and only has to clean up.
 *
 * @param plan what was made
 * @param notes what the dataset's readers should know
 * @param last file without which there is no dataset, below its folder
 * @param sha256 of that file
 */
record Committed(PlannedExport plan, List<String> notes, String last, String sha256) {
    void write(Storages storages) throws IOException {
        WorkFolder.write(storages, plan.work().committed(), this);
    }

    /** Of a dataset that is there, whichever plan made it; empty when none is, or nothing is left to tidy up. */
    static Optional<Committed> of(Storages storages, Location target) throws IOException {
        List<Entry> folders = WorkFolder.all(storages, target).stream()
                .filter(Entry::isFolder)
                .toList();
        for (Entry entry : folders) {
            Optional<Committed> found = at(
                    storages,
                    new WorkFolder(target, entry.location(), storages.of(target).renamesFolders()));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Of a dataset that is there and was made in a work folder. */
    static Optional<Committed> at(Storages storages, WorkFolder work) throws IOException {
        var json = WorkFolder.find(storages, work.committed());
        if (json.isEmpty()) {
            return Optional.empty();
        }
        Committed found = WorkFolder.JSON.treeToValue(json.get(), Committed.class);
        return found.isThere(storages) ? Optional.of(found) : Optional.empty();
    }

    /** Whether the dataset has its last file, and it is that of this plan. */
    boolean isThere(Storages storages) throws IOException {
        Location file = plan.work().target().child(last);
        Storage storage = storages.of(file);
        if (storage.find(file).isEmpty()) {
            return false;
        }
        try (InputStream in = Channels.newInputStream(storage.open(file))) {
            return Sha256.of(in).equals(sha256);
        }
    }

    /** Work folders of plans of the same export that this one took the place of. */
    private List<Location> superseded(Storages storages) throws IOException {
        List<Location> roots = new ArrayList<>();
        for (Entry entry : WorkFolder.all(storages, plan.work().target())) {
            WorkFolder other = new WorkFolder(
                    plan.work().target(), entry.location(), plan.place().isRenamed());
            boolean isOther =
                    entry.isFolder() && !other.root().equals(plan.work().root());
            if (isOther && storages.of(other.plan()).find(other.plan()).isPresent()) {
                PlannedExport found = PlannedExport.read(storages, other.plan());
                if (found.place().survey().equals(plan.place().survey())) {
                    roots.add(other.root());
                }
            }
        }
        return roots;
    }

    /** Removes everything but the dataset, and this document last. */
    ExportOutcome tidyUp(Storages storages) throws IOException {
        WorkFolder work = plan.work();
        Storage storage = storages.of(work.root());
        storage.delete(new Location(plan.place().survey()));
        for (Location root : superseded(storages)) {
            storage.delete(root);
        }
        storage.delete(work.claim());
        for (Entry entry : storage.list(work.root())) {
            if (!entry.location().equals(work.committed())) {
                storage.delete(entry.location());
            }
        }
        storage.delete(work.root());
        return new ExportOutcome(work.target().text(), plan, notes);
    }
}
