package io.github.roboreel.dataset.imports;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.Importer;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Records the episodes of a Minari dataset in HDF5 anew, of the current layout or the first.
 *
 * <p>{@code actions} keep their name; observations go to {@code obs}, the one after the last action to
 * {@code final_obs}; {@code rewards}, {@code terminations} and {@code truncations} are fields; infos keep their names.
 * A dataset of our exporter gets its arrays back under the names that they were recorded by, without the rewards and
 * flags that the exporter made.
 */
public final class MinariImporter implements Importer {
    @Override
    public String description() {
        return "Record a Minari dataset (HDF5) anew.";
    }

    @Override
    public ImportSummary run(Path dataset, Path outputDir, ExportProgress progress) throws IOException {
        try (ForeignDataset foreign = MinariDataset.open(dataset)) {
            return new DatasetImport(foreign, outputDir).run(progress);
        }
    }
}
