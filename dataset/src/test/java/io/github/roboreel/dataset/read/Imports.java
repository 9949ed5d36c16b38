package io.github.roboreel.dataset.read;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.nio.file.Path;

/** Imports of one format. */
record Imports(DatasetFormat format) {
    ImportSummary run(Path dataset, Path outputFolder) throws IOException {
        return format.importer().orElseThrow().run(dataset, outputFolder, ExportProgress.NONE);
    }

    /** The sentence of a refusal, which must come. */
    String refusal(Path dataset, Path outputFolder) {
        return assertThrows(ExportRefusedException.class, () -> run(dataset, outputFolder))
                .getMessage();
    }
}
