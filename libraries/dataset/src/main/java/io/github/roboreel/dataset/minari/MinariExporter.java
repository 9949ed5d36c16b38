package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.minari.DatasetStorage.Totals;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import io.github.roboreel.recordings.folder.FolderEntries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Makes Minari datasets, or adds episodes to one it has made. Any thread may use it, for one dataset at a time. Arrow
 * needs the memory for one episode, HDF5 for a block of rows.
 */
public final class MinariExporter implements Exporter {
    private final MinariOptions options;
    private final DatasetId id;

    /**
     * For that kind of dataset.
     *
     * @throws ExportRefusedException when Minari would not take the id
     */
    public MinariExporter(MinariOptions options) {
        this.options = Objects.requireNonNull(options, "options");
        this.id = DatasetId.of(options.id());
        if (options.legacy()) {
            id.requireOldGrammar();
        }
        if (!options.description().namespace().isEmpty() && id.namespace().isEmpty()) {
            throw new ExportRefusedException(
                    "'%s' is in no namespace that something could be said of; choose an id such as robolab/%s", id, id);
        }
    }

    @Override
    public ExportSummary export(EpisodeSource source, ExportProgress progress) throws IOException {
        MinariFolder folder = new MinariFolder(options.root(), id);
        boolean extending = options.append() && folder.hasDataset();
        if (!extending) {
            folder.requireFree();
        }
        DatasetBuild build = new DatasetBuild(options, id, source, progress);
        Totals totals = extending ? extend(folder, build) : make(folder, build);
        return new ExportSummary(
                folder.folder(),
                totals.episodes(),
                build.stepsWritten(),
                build.written().arrays(),
                notes(folder, build));
    }

    private static Totals extend(MinariFolder folder, DatasetBuild build) throws IOException {
        // First, since it may be refused.
        folder.describeNamespaces(build.namespace());
        return ExtendedDataset.make(folder, build);
    }

    /** Writes a dataset under another name, reads it back, and then gives it its name. */
    private static Totals make(MinariFolder folder, DatasetBuild build) throws IOException {
        List<Path> made = folder.missing();
        boolean done = false;
        try {
            Totals totals = makeBeside(folder, build);
            done = true;
            return totals;
        } finally {
            if (!done) {
                MinariFolder.remove(made);
            }
        }
    }

    private static Totals makeBeside(MinariFolder folder, DatasetBuild build) throws IOException {
        Path work = folder.newWork();
        try {
            DatasetMetadata metadata = build.metadata();
            Totals totals;
            try (DatasetStorage.Writer store = build.storage().create(work)) {
                totals = build.write(store, Totals.NOTHING, metadata);
            }
            metadata.setTotals(totals);
            metadata.write(work, DatasetMetadata.otherBytes(work));
            build.check(work, Totals.NOTHING);
            MinariWorkFolder.force(work);
            folder.describeNamespaces(build.namespace());
            folder.publish(work);
            return totals;
        } finally {
            FolderEntries.deleteTree(work);
        }
    }

    private static List<String> notes(MinariFolder folder, DatasetBuild build) throws IOException {
        List<String> notes = new ArrayList<>(build.notes());
        for (Path left : folder.leftOvers()) {
            notes.add(left + " is of an export that was killed or still runs; if none runs, delete it");
        }
        return notes;
    }
}
