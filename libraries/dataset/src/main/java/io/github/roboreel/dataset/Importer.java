package io.github.roboreel.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * Imports one kind of dataset: records its episodes with the recorder.
 *
 * @param description what an import does: one sentence
 * @param recognition whether a place looks like a dataset of that kind, by its name, names in it or its first bytes
 * @param opening opens a dataset of that kind
 */
public record Importer(String description, Predicate<Path> recognition, Opening opening) {
    /** Opens a dataset. */
    @FunctionalInterface
    public interface Opening {
        /**
         * Opens it to be read.
         *
         * @param dataset a folder or file, as the format has it
         * @throws ExportRefusedException when it is no dataset of that kind
         */
        DatasetReader open(Path dataset) throws IOException;
    }

    /**
     * As {@link #run(Path, Path, OptionalDouble, ExportProgress)}, with the writer's usual time where the dataset says
     * none.
     */
    public ImportSummary run(Path dataset, Path outputDir, ExportProgress progress) throws IOException {
        return run(dataset, outputDir, OptionalDouble.empty(), progress);
    }

    /**
     * Records all episodes, each as a run of one env, reads them back and compares every array.
     *
     * @param dataset a folder or file, as the format has it
     * @param outputDir a folder that does not exist yet
     * @param dtSeconds time between two steps, s, where the dataset does not say it; empty for what its writer usually
     *     takes, with a note
     * @throws ExportRefusedException when the folder exists, or the dataset holds what no recording can; nothing was
     *     touched
     * @throws IOException when reading or recording fails; the folder does not exist then
     */
    public ImportSummary run(Path dataset, Path outputDir, OptionalDouble dtSeconds, ExportProgress progress)
            throws IOException {
        try (DatasetReader reader = opening.open(dataset)) {
            return new DatasetImport(reader, outputDir, dtSeconds).run(progress);
        }
    }
}
