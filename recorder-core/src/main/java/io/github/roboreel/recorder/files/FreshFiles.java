package io.github.roboreel.recorder.files;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.RunSpec;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the opening of a recording adds to its folder beside the sinks' files, to be taken back when it fails. */
public final class FreshFiles {
    private final List<Path> missing;

    private FreshFiles(List<Path> missing) {
        this.missing = missing;
    }

    /** Looks what is not there yet. */
    public static FreshFiles of(RunSpec run) {
        Path envFolder = run.envFolder();
        return new FreshFiles(Stream.of(
                        envFolder.resolve(RunFolder.ENV_CONFIG),
                        envFolder,
                        run.folder().resolve(RunFolder.RESULTS))
                .filter(Files::notExists)
                .toList());
    }

    /** Deletes what has come since; a folder with files in it stays. */
    public void delete() throws IOException {
        for (Path fresh : missing) {
            try {
                Files.deleteIfExists(fresh);
            } catch (DirectoryNotEmptyException e) {
                // Not what the opening has put there.
            }
        }
    }
}
