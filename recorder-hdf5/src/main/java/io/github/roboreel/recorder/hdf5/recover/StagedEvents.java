package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Events that are staged, before their staging file goes: those of episodes without a log are kept in the file that
 * grows while an episode is recorded. A recovery that dies before it has made the log finds them there.
 */
final class StagedEvents {
    private StagedEvents() {}

    /** Keeps them; a file that has more stays. */
    static void keep(RunPaths paths, RunSource source) throws IOException {
        int run = source.run().run();
        for (int number = 0; number < source.run().numDemos(); number++) {
            Optional<DemoSource> demo = source.demo(number);
            Path log = paths.run().resolveSibling(RunFolder.logFile(run, number));
            if (demo.isPresent() && !demo.get().end().discarded() && !Files.exists(log)) {
                keep(
                        paths.run().resolveSibling(RunFolder.liveLogFile(run, number)),
                        demo.get().events());
            }
        }
    }

    private static void keep(Path file, List<String> events) throws IOException {
        byte[] lines = String.join(
                        "", events.stream().map(event -> event + "\n").toList())
                .getBytes(StandardCharsets.UTF_8);
        if (lines.length > 0 && (!Files.exists(file) || Files.size(file) < lines.length)) {
            WholeFile.write(file, lines);
            Disk.force(file);
        }
    }
}
