package io.github.roboreel.recordings.folder;

import io.github.roboreel.format.DemoHeader;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunHeader;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A run file that a reader has open.
 *
 * @param file the run file
 * @param isLive whether it is being recorded
 * @param attributes of {@code data}
 * @param demosPerRun demos that it has places for
 */
public record OpenRun(RunFile file, boolean isLive, Map<String, Object> attributes, int demosPerRun) {
    /**
     * Reads the attributes of {@code data}.
     *
     * @param env the folder it is in
     * @throws IOException when they cannot be read
     */
    public static OpenRun of(EnvFolder env, RunFile file, RunReader run) throws IOException {
        Map<String, Object> attributes = run.attributes();
        OptionalInt stored = RunHeader.demosPerRun(attributes);
        int demos = stored.isPresent()
                ? stored.getAsInt()
                : env.demosPerRun().orElse(Math.max(1, run.demoNames().size()));
        return new OpenRun(file, run.isLive(), attributes, demos);
    }

    /**
     * One of its demos; empty for a place in which no episode has begun, and for a group that is no demo.
     *
     * @throws IOException when its attributes cannot be read
     */
    public Optional<StoredDemo> demo(EpisodeReader demo) throws IOException {
        OptionalInt number = DemoPaths.demoNumber(demo.name());
        return number.isEmpty() || DemoHeader.isUnused(demo.attributes())
                ? Optional.empty()
                : Optional.of(new StoredDemo(file, number.getAsInt(), demosPerRun, isLive, attributes, demo));
    }
}
