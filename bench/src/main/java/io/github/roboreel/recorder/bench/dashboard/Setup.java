package io.github.roboreel.recorder.bench.dashboard;

import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where and how often something is measured.
 *
 * @param folder for data and scratch files
 * @param rounds whose median counts
 * @param heapMb limit of the dashboard's heap, MiB
 * @param size what is measured
 */
record Setup(Path folder, int rounds, int heapMb, Sizes size) {
    /**
     * How much is measured.
     *
     * @param recordings in the list
     * @param episodes of each
     * @param rows of the long episode
     * @param seconds that a paced recording takes
     */
    record Sizes(int recordings, int episodes, int rows, int seconds) {}

    Path data(String name) {
        return folder.resolve(name);
    }

    /** A dashboard on a folder. */
    ServeProcess serve(Path served) throws IOException, InterruptedException {
        return ServeProcess.start(served, Files.createDirectories(folder.resolve("scratch")), heapMb);
    }

    /** A browser, with more flags than it always has. */
    Chromium browser(List<String> flags) throws IOException {
        return Chromium.start(Files.createDirectories(folder.resolve("scratch")), flags);
    }

    /** Removes what a dashboard has kept. */
    void forget() throws IOException {
        Path cache = ServeProcess.cache(folder.resolve("scratch"));
        if (Files.exists(cache)) {
            OutputSubfolder.delete(cache);
        }
    }
}
