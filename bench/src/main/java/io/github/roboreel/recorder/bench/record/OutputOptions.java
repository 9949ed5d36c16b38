package io.github.roboreel.recorder.bench.record;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of every benchmark that records into a folder that is to be named. */
public final class OutputOptions {
    @Option(
            names = {"--output-dir", "--output_dir"},
            required = true,
            description = "Where to record, into a new sub-folder.")
    private Path outputDir;

    @Option(names = "--json", description = "One line of JSON on stdout; printed anyway.")
    private boolean json;

    public OutputOptions() {}

    /** A new sub-folder of it. */
    public OutputSubfolder subfolder(boolean keep) throws IOException {
        return OutputSubfolder.below(outputDir, keep);
    }
}
