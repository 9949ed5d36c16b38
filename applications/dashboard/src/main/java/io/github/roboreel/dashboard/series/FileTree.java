package io.github.roboreel.dashboard.series;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoHeader;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run file holds of one demo.
 *
 * @param groups with attributes
 * @param datasets of the demo
 */
record FileTree(List<Group> groups, List<Dataset> datasets) {
    /** A group; its path is that in the file. */
    record Group(String path, Map<String, Object> attributes) {}

    /**
     * A dataset.
     *
     * @param path in the file
     * @param shape rows first
     * @param chunks rows first; empty when it is contiguous
     */
    record Dataset(
            String path,
            List<Long> shape,
            String dtype,
            List<Long> chunks,
            List<String> filters,
            long storedBytes,
            Map<String, Object> attributes) {}

    static FileTree of(RunReader run, EpisodeReader demo) throws IOException {
        String group = DemoPaths.inData(demo.name());
        List<Group> groups = List.of(
                new Group(DemoPaths.DATA, finite(run.attributes())), new Group(group, ofDemo(demo.attributes())));
        List<Dataset> datasets = new ArrayList<>();
        for (Map.Entry<String, DatasetInfo> dataset : demo.infos().entrySet()) {
            DatasetInfo info = dataset.getValue();
            datasets.add(new Dataset(
                    DemoPaths.in(group, dataset.getKey()),
                    shape(info),
                    info.dtype().label(),
                    info.chunkShape(),
                    info.filters(),
                    info.storedBytes(),
                    attributes(info)));
        }
        return new FileTree(groups, datasets);
    }

    private static List<Long> shape(DatasetInfo info) {
        List<Long> shape = new ArrayList<>(List.of(info.rows()));
        shape.addAll(info.rowShape());
        return shape;
    }

    private static Map<String, Object> attributes(DatasetInfo info) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        if (!info.unit().isEmpty()) {
            attributes.put(AttributeNames.UNIT, info.unit());
        }
        if (!info.frame().isEmpty()) {
            attributes.put(AttributeNames.FRAME, info.frame());
        }
        return attributes;
    }

    /** What JSON shows of a demo's attributes. */
    static Map<String, Object> ofDemo(Map<String, Object> attributes) {
        return finite(DemoHeader.json(attributes));
    }

    /** JSON has no NaN. */
    private static Map<String, Object> finite(Map<String, Object> attributes) {
        Map<String, Object> finite = new LinkedHashMap<>();
        attributes.forEach((name, value) -> finite.put(
                name, value instanceof Double number && !Double.isFinite(number) ? number.toString() : value));
        return finite;
    }
}
