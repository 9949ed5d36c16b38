package io.github.roboreel.dataset.imports;

import io.github.roboreel.dataset.ExportProgress;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Records the demos of a robomimic file anew.
 *
 * <p>{@code actions}, {@code obs}, {@code rewards}, {@code dones} and {@code states} keep their names. Of
 * {@code next_obs} the last row is the field of {@code final_obs}; the others are in {@code obs}, and where they are
 * not the same, {@code next_obs} is kept as it is. The masks that a demo is in are its attribute {@code masks}.
 */
public final class RobomimicImport {
    private final Path file;
    private final Path outputDir;

    /**
     * Of that file.
     *
     * @param file an HDF5 file with groups {@code data/demo_<i>}
     * @param outputDir a folder that does not exist yet
     */
    public RobomimicImport(Path file, Path outputDir) {
        this.file = file;
        this.outputDir = outputDir;
    }

    /**
     * Records all demos, each as a run of one env, reads them back and compares every array.
     *
     * @throws io.github.roboreel.dataset.ExportRefusedException when the folder exists, or the file holds what no
     *     recording can; nothing was touched
     * @throws IOException when reading or recording fails; the folder does not exist then
     */
    public ImportSummary run(ExportProgress progress) throws IOException {
        try (ForeignDataset foreign = RobomimicDataset.open(file)) {
            return new DatasetImport(foreign, outputDir).run(progress);
        }
    }
}
