package io.github.roboreel.recorder;

import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the opening of a recording adds to its folder beside the sinks' files, to be taken back when it fails. */
final class FreshFiles {
    private final List<Path> missing;

    private FreshFiles(List<Path> missing) {
        this.missing = missing;
    }

    /** Looks what is not there yet. */
    static FreshFiles of(RunSpec run) {
        Path envFolder = run.envFolder();
        return new FreshFiles(Stream.of(
                        envFolder.resolve(RunFolder.ENV_CONFIG),
                        envFolder,
                        run.folder().resolve(RunFolder.RESULTS))
                .filter(Files::notExists)
                .toList());
    }

    /** Deletes what has come since; a folder with files in it stays. */
    void delete() throws IOException {
        for (Path fresh : missing) {
            try {
                Files.deleteIfExists(fresh);
            } catch (DirectoryNotEmptyException e) {
                // Not what the opening has put there.
            }
        }
    }
}
