package io.github.roboreel.cli.export;

import io.github.roboreel.cli.BadArgumentException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of all imports. */
final class ImportOptions {
    @Parameters(paramLabel = "PATH", description = "The dataset: Minari's folder ROOT/ID, or robomimic's HDF5 file.")
    Path path;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            required = true,
            description = "The output folder to record into; must not exist.")
    Path outputDir;

    @Option(names = "--quiet", description = "Show no progress, only what went wrong.")
    boolean quiet;

    @Option(names = "--json", description = "Print one JSON document about what was done.")
    boolean json;

    /** Refuses an output folder that is there. */
    void requireNew() {
        BadArgumentException.ifThere(outputDir, "another --output-dir");
    }

    /** Refuses a dataset that is not there. */
    void requireThere() {
        if (!Files.exists(path)) {
            throw new BadArgumentException("there is no " + path + "; give the dataset that is to be imported");
        }
    }
}
