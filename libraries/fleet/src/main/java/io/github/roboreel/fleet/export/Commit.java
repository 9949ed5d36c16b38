package io.github.roboreel.fleet.export;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.Shard;
import io.github.roboreel.dataset.ShardedDataset;
import io.github.roboreel.fleet.export.ShardOutcome.MadeFile;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** End of an export: counts what the shards left, writes the files about the dataset, and gives it its name. */
final class Commit {
    private final Storages storages;
    private final PlannedExport plan;
    private final WorkFolder work;
    private final Storage storage;
    private final Map<String, Long> counted = new HashMap<>();

    Commit(Storages storages, PlannedExport plan) throws IOException {
        this.storages = storages;
        this.plan = plan;
        work = plan.work();
        storage = storages.of(work.target());
    }

    /**
     * Refuses a target at which a dataset is.
     *
     * @throws ExportRefusedException when there is something, in an object store anything that no export has begun
     */
    static void requireNew(Storages storages, Location target) throws IOException {
        Storage storage = storages.of(target);
        boolean isBegun =
                !storage.renamesFolders() && !WorkFolder.all(storages, target).isEmpty();
        if (!isBegun && storage.find(target).isPresent()) {
            throw exists(target);
        }
    }

    static ExportRefusedException exists(Location target) {
        return new ExportRefusedException(
                target + " exists already and is left as it is; choose another name or version");
    }

    /** Makes it one; {@link #requireAllDone} was asked before. */
    ExportOutcome run() throws IOException {
        ShardedDataset dataset = plan.dataset();
        if (!work.isRenamed() && !work.isClaimedBy(plan.place().claim(), storages)) {
            throw new ExportRefusedException(work.target() + " is claimed by another export and is left as it is");
        }
        try (Scratch scratch = work.attempt()) {
            List<String> files = finished(dataset, scratch.path());
            requireFiles(files);
            String last = files.get(files.size() - 1);
            for (String name : files.subList(0, files.size() - 1)) {
                storage.take(scratch.path().resolve(name), work.data().child(name));
            }
            Committed committed = new Committed(
                    plan, dataset.notes(), last, Sha256.ofFile(scratch.path().resolve(last)));
            committed.write(storages);
            publish(scratch.path().resolve(last), committed);
            return committed.tidyUp(storages);
        }
    }

    private List<String> finished(ShardedDataset dataset, Path folder) throws IOException {
        try {
            return dataset.finish(this::outcomes, folder);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Refuses a plan of which shards are missing. */
    void requireAllDone() throws IOException {
        if (!WorkFolder.documents(storages, work.allUnreadable()).isEmpty()) {
            throw new ExportRefusedException(
                    "episodes of " + work.target() + " cannot be read; plan again, which leaves them out");
        }
        List<Integer> missing = new ArrayList<>();
        List<Integer> done = WorkFolder.documents(storages, work.allDone()).stream()
                .map(entry -> WorkFolder.shardOf(entry.name()))
                .toList();
        Set<Integer> known = Set.copyOf(done);
        plan.shards().stream().map(Shard::index).filter(i -> !known.contains(i)).forEach(missing::add);
        if (!missing.isEmpty()) {
            throw new ExportRefusedException(Sentence.of(
                    "%d of %d shards of %s are not made yet, shard %d first; run them, then commit",
                    missing.size(), plan.shards().size(), work.target(), missing.get(0)));
        }
    }

    /** Of all shards in their order, one at a time; their files are counted on the way. */
    private Iterator<JsonNode> outcomes() {
        Iterator<Shard> shards = plan.shards().iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return shards.hasNext();
            }

            @Override
            public JsonNode next() {
                try {
                    return outcome(shards.next().index());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    private JsonNode outcome(int shard) throws IOException {
        ShardOutcome done =
                WorkFolder.JSON.treeToValue(WorkFolder.read(storages, work.done(shard)), ShardOutcome.class);
        if (done.shard() != shard) {
            throw new IOException(work.done(shard) + " is of shard " + done.shard() + "; delete it and run again");
        }
        for (MadeFile file : done.files()) {
            if (counted.put(file.name(), file.bytes()) != null) {
                throw new IOException("two shards made " + file.name() + "; delete " + work.root() + " and run again");
            }
        }
        return WorkFolder.JSON.readTree(done.aboutJson());
    }

    /** Each is there with all its bytes; what is not counted is of an earlier plan of this export, and goes. */
    private void requireFiles(List<String> aboutAll) throws IOException {
        Map<String, Long> missing = new HashMap<>(counted);
        compare(work.data(), "", missing, Set.copyOf(aboutAll));
        if (!missing.isEmpty()) {
            String name = missing.keySet().iterator().next();
            throw new IOException(work.data().child(name) + " is missing or has not its " + missing.get(name)
                    + " bytes; run the same export again");
        }
    }

    private void compare(Location folder, String above, Map<String, Long> missing, Set<String> aboutAll)
            throws IOException {
        for (Entry entry : storage.list(folder)) {
            String name = above + entry.name();
            if (entry.isFolder()) {
                compare(entry.location(), name + "/", missing, aboutAll);
            } else if (missing.containsKey(name) && missing.get(name) == entry.bytes()) {
                missing.remove(name);
            } else if (!aboutAll.contains(name)) {
                storage.delete(entry.location());
            }
        }
    }

    /** Another process of the same plan may have done so this instant. */
    private void publish(Path last, Committed committed) throws IOException {
        if (!work.isRenamed()) {
            if (!storage.putNew(last, work.data().child(committed.last())) && !committed.isThere(storages)) {
                throw cameToExist();
            }
            return;
        }
        storage.take(last, work.data().child(committed.last()));
        try {
            storage.rename(work.data(), work.target());
        } catch (FileAlreadyExistsException e) {
            throw cameToExist();
        }
    }

    private ExportRefusedException cameToExist() {
        return new ExportRefusedException(work.target() + " came to exist during the export and is left as it is; the"
                + " other dataset's parts are in " + work.root());
    }
}
