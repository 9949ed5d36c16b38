package io.github.roboreel.dataset.imports;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.Importer;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Records the demos of a robomimic file anew.
 *
 * <p>{@code actions}, {@code obs}, {@code rewards}, {@code dones} and {@code states} keep their names. Of
 * {@code next_obs} the last row is the field of {@code final_obs}; the others are in {@code obs}, and where they are
 * not the same, {@code next_obs} is kept as it is. The masks that a demo is in are its attribute {@code masks}.
 */
public final class RobomimicImporter implements Importer {
    @Override
    public String description() {
        return "Record the demos of a robomimic file anew.";
    }

    @Override
    public ImportSummary run(Path dataset, Path outputDir, ExportProgress progress) throws IOException {
        try (ForeignDataset foreign = RobomimicDataset.open(dataset)) {
            return new DatasetImport(foreign, outputDir).run(progress);
        }
    }
}
