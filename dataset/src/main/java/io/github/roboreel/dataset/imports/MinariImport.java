package io.github.roboreel.dataset.imports;

import io.github.roboreel.dataset.ExportProgress;
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
public final class MinariImport {
    private final Path dataset;
    private final Path outputDir;

    /**
     * Of that dataset.
     *
     * @param dataset its folder, which holds {@code data}
     * @param outputDir a folder that does not exist yet
     */
    public MinariImport(Path dataset, Path outputDir) {
        this.dataset = dataset;
        this.outputDir = outputDir;
    }

    /**
     * Records all episodes, each as a run of one env, reads them back and compares every array.
     *
     * @throws io.github.roboreel.dataset.ExportRefusedException when the folder exists, or the dataset holds what no
     *     recording can; nothing was touched
     * @throws IOException when reading or recording fails; the folder does not exist then
     */
    public ImportSummary run(ExportProgress progress) throws IOException {
        try (ForeignDataset foreign = MinariDataset.open(dataset)) {
            return new DatasetImport(foreign, outputDir).run(progress);
        }
    }
}
