package io.github.roboreel.dataset.minari;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes a dataset where there is none. */
final class NewDataset {
    private NewDataset() {}

    /** Writes it under another name, reads it back, and then gives it its name. */
    static Totals make(DatasetFolder folder, DatasetBuild build) throws IOException {
        List<Path> made = folder.missing();
        boolean done = false;
        try {
            Totals totals = makeBeside(folder, build);
            done = true;
            return totals;
        } finally {
            if (!done) {
                DatasetFolder.remove(made);
            }
        }
    }

    private static Totals makeBeside(DatasetFolder folder, DatasetBuild build) throws IOException {
        Path work = folder.newWork();
        try {
            Totals totals = write(work, build);
            build.check(work, Totals.NOTHING);
            WorkFolder.force(work);
            folder.describeNamespaces();
            folder.publish(work);
            return totals;
        } finally {
            WorkFolder.remove(work);
        }
    }

    private static Totals write(Path work, DatasetBuild build) throws IOException {
        DatasetMetadata metadata = build.metadata();
        Totals totals;
        try (EpisodeStore store = build.storage().create(work)) {
            totals = build.write(store, Totals.NOTHING, metadata);
        }
        metadata.setTotals(totals);
        metadata.write(work, DatasetMetadata.otherBytes(work));
        return totals;
    }
}
