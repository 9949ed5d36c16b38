package io.github.roboreel.cli;

import io.github.roboreel.recorder.hdf5.Hdf5RunReader;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run file holds, without the values of its datasets.
 *
 * @param file the file
 * @param fileBytes its size
 * @param attributes of the group {@code data}
 * @param demos in numerical order
 */
record RunContents(Path file, long fileBytes, Map<String, Object> attributes, List<Demo> demos) {
    /**
     * One stored episode.
     *
     * @param name of its group
     * @param attributes of its group
     * @param datasets by path below the demo
     */
    record Demo(String name, Map<String, Object> attributes, Map<String, DatasetInfo> datasets) {}

    static RunContents read(Path file) throws IOException {
        try (RunReader reader = Hdf5RunReader.open(file)) {
            List<Demo> demos = new ArrayList<>();
            for (String name : reader.demoNames()) {
                demos.add(demo(reader.demo(name)));
            }
            return new RunContents(file, Files.size(file), reader.attributes(), demos);
        }
    }

    private static Demo demo(EpisodeReader reader) throws IOException {
        Map<String, DatasetInfo> datasets = new LinkedHashMap<>();
        for (String path : reader.paths()) {
            datasets.put(path, reader.info(path));
        }
        return new Demo(reader.name(), reader.attributes(), datasets);
    }
}
