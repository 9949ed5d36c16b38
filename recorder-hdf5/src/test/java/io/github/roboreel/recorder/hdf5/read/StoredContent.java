package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Everything in a run file: attributes, and of each dataset how it is stored and its values. */
public final class StoredContent {
    private StoredContent() {}

    public static Map<String, Object> of(Path file) throws IOException {
        try (Hdf5RunReader run = Hdf5RunReader.open(file)) {
            return of(run);
        }
    }

    /** As another reader gives it. */
    public static Map<String, Object> of(RunReader run) throws IOException {
        Map<String, Object> content = new TreeMap<>();
        content.put("", run.attributes());
        for (String name : run.demoNames()) {
            EpisodeReader demo = run.demo(name);
            content.put(name, demo.attributes());
            content.put(name + "/", demo.numSamples() + " " + demo.paths());
            for (String path : demo.paths()) {
                DatasetInfo info = demo.info(path);
                byte[] values = demo.readBytes(path, 0, info.rows());
                content.put(name + "/" + path, info + " " + Arrays.toString(values));
            }
        }
        return content;
    }

    public static double deadShare(Path file) throws IOException {
        try (Hdf5RunReader run = Hdf5RunReader.open(file)) {
            return (double) run.deadSpace().orElseThrow() / file.toFile().length();
        }
    }
}
