package io.github.roboreel.dataset;

import io.github.roboreel.dataset.imports.ImportSummary;
import java.io.IOException;
import java.nio.file.Path;

/** Records one kind of dataset anew. */
public interface Importer {
    /** What an import does: one sentence. */
    String description();

    /**
     * Records all episodes, each as a run of one env, reads them back and compares every array.
     *
     * @param dataset a folder or file, as the format has it
     * @param outputDir a folder that does not exist yet
     * @throws ExportRefusedException when the folder exists, or the dataset holds what no recording can; nothing was
     *     touched
     * @throws IOException when reading or recording fails; the folder does not exist then
     */
    ImportSummary run(Path dataset, Path outputDir, ExportProgress progress) throws IOException;
}
