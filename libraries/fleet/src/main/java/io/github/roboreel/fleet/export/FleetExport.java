package io.github.roboreel.fleet.export;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.Shard;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Export of a fleet: a plan, the shards it has, the commit. Each may run in a process of its own and be tried again;
 * what is done is not done twice, and the dataset's bytes depend on the request and the recordings alone. For one
 * thread.
 */
public final class FleetExport {
    private final Storages storages;
    private final Map<String, String> settings;

    /**
     * Of recordings and a dataset in such storages.
     *
     * @param settings of the storages, for tasks in other processes
     */
    public FleetExport(Map<String, String> settings) {
        this.settings = Map.copyOf(settings);
        storages = new Storages(settings);
    }

    /**
     * Looks at the episodes of all folders and decides what becomes of them. The plan stands in the work folder.
     *
     * @throws ExportRefusedException when the target exists, or the episodes make no dataset
     * @throws IOException when a storage fails
     */
    public PlannedExport plan(ExportRequest request, List<FolderChoice> folders, Engine engine, ExportProgress progress)
            throws IOException {
        Commit.requireNew(storages, request.target());
        return new Planning(storages, settings, request, folders).plan(engine, progress);
    }

    /**
     * Makes shards.
     *
     * @param wanted which
     * @return how many episodes turned out to be unreadable: none, or another plan is needed, which leaves them out
     * @throws IOException when reading or writing fails
     */
    public int run(PlannedExport plan, Predicate<Shard> wanted, Engine engine, ExportProgress progress)
            throws IOException {
        requireBegun(plan);
        List<Integer> shards =
                plan.shards().stream().filter(wanted).map(Shard::index).toList();
        progress.phase("making shards", shards.size());
        int[] unreadable = {0};
        engine.run("shards", shards, new ShardTask(plan.work(), settings), (index, outcome) -> {
            unreadable[0] += outcome.unreadable().size();
            progress.advanced(1);
        });
        return unreadable[0];
    }

    /**
     * Makes the dataset of its shards, whose files are compared with their digests first.
     *
     * @throws ExportRefusedException when a shard is missing or not as it was made, or the target came to exist
     * @throws IOException when a storage fails
     */
    public ExportOutcome commit(PlannedExport plan, Engine engine, ExportProgress progress) throws IOException {
        Optional<Committed> done = Committed.at(storages, plan.work());
        if (done.isPresent()) {
            return done.get().tidyUp(storages);
        }
        requireBegun(plan);
        Commit commit = new Commit(storages, plan);
        commit.requireAllDone();
        verify(plan, engine, progress);
        return commit.run();
    }

    private void verify(PlannedExport plan, Engine engine, ExportProgress progress) throws IOException {
        List<Integer> shards = plan.shards().stream().map(Shard::index).toList();
        List<Integer> others = new ArrayList<>();
        progress.phase("comparing shards", shards.size());
        engine.run("verify", shards, new VerifyTask(plan.work(), settings), (index, isThere) -> {
            if (!isThere) {
                others.add(shards.get(index));
            }
            progress.advanced(1);
        });
        if (!others.isEmpty()) {
            throw new ExportRefusedException(
                    "the files of %s shards of %s are not as they were made, of shard %s first; run them, then commit",
                    others.size(), plan.place().target(), Collections.min(others));
        }
    }

    private void requireBegun(PlannedExport plan) throws IOException {
        WorkFolder work = plan.work();
        if (storages.of(work.plan()).find(work.plan()).isEmpty()) {
            throw new ExportRefusedException(
                    storages.of(work.target()).find(work.target()).isPresent()
                            ? work.target() + " is there already: this export was committed, or another one was"
                            : work.root() + ", where this export was planned, is gone; plan again");
        }
    }

    /** All three, and again without episodes that cannot be read; or what is left of them to do. */
    public ExportOutcome export(
            ExportRequest request, List<FolderChoice> folders, Engine engine, ExportProgress progress)
            throws IOException {
        Optional<Committed> done = Committed.of(storages, request.target());
        Location survey = WorkFolder.survey(request.target(), Planning.requestName(request, folders));
        if (done.isPresent() && done.get().plan().place().survey().equals(survey.text())) {
            return done.get().tidyUp(storages);
        }
        PlannedExport plan = plan(request, folders, engine, progress);
        while (run(plan, shard -> true, engine, progress) > 0) {
            plan = plan(request, folders, engine, progress);
        }
        // Each shard was made, or compared, by the last run.
        Commit commit = new Commit(storages, plan);
        commit.requireAllDone();
        return commit.run();
    }
}
