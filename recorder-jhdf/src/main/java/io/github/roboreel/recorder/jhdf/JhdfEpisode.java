package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.hdf5.read.DatasetPaths;
import io.github.roboreel.recorder.hdf5.read.StoredRows;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.dataset.DatasetBase;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One demo group of an open {@link JhdfRunReader}. */
final class JhdfEpisode implements EpisodeReader {
    private static final int MOST_GROUPS = 100_000;

    private final JhdfRunReader run;
    private final String name;
    private final Group group;
    private final Map<String, StoredArray> arrays = new HashMap<>();
    private Map<String, DatasetBase> datasets;
    private List<String> paths;

    JhdfEpisode(JhdfRunReader run, String name, Group group) {
        this.run = run;
        this.name = name;
        this.group = group;
    }

    @Override
    public String name() {
        return name;
    }

    private String place() {
        return DemoPaths.inData(name);
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return run.at(place(), () -> AttributeValues.of(group));
    }

    @Override
    public long numSamples() throws IOException {
        if (attributes().get(AttributeNames.NUM_SAMPLES) instanceof Long samples) {
            return samples;
        }
        if (!has(DemoPaths.ACTIONS)) {
            throw DatasetPaths.lengthUnknown(run.name() + ", " + place());
        }
        return info(DemoPaths.ACTIONS).rows();
    }

    @Override
    public List<String> paths() throws IOException {
        datasets();
        return paths;
    }

    @Override
    public boolean has(String path) throws IOException {
        return datasets().containsKey(path);
    }

    /** Those that no link leads to which may lead elsewhere, by every path of theirs. */
    private Map<String, DatasetBase> datasets() throws IOException {
        if (datasets == null) {
            datasets = run.at(
                    place(),
                    () -> Damage.named(() -> {
                        Map<String, DatasetBase> found = new TreeMap<>();
                        collect(group, "", found, new HashSet<>(), new int[1]);
                        return found;
                    }));
            paths = eachOnce();
        }
        return datasets;
    }

    /** Every path counts, and links can make more of them than a file has bytes. */
    private static void collect(Group group, String above, Map<String, DatasetBase> found, Set<Long> path, int[] groups)
            throws IOException {
        if (!path.add(group.getAddress())) {
            return;
        }
        if (++groups[0] > MOST_GROUPS) {
            throw new IOException("its links lead to more than " + MOST_GROUPS + " groups; it is damaged");
        }
        for (Map.Entry<String, Node> child : group.getChildren().entrySet()) {
            if (child.getValue() instanceof DatasetBase dataset) {
                found.put(above + child.getKey(), dataset);
            } else if (child.getValue() instanceof Group inner) {
                collect(inner, above + child.getKey() + "/", found, path, groups);
            }
        }
        path.remove(group.getAddress());
    }

    /** An object with several names is listed under the first of them. */
    private List<String> eachOnce() {
        Set<Long> seen = new HashSet<>();
        return ByteOrderOfNames.sorted(datasets.keySet()).stream()
                .filter(path -> seen.add(datasets.get(path).getAddress()))
                .toList();
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        return with(path, StoredArray::info);
    }

    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        return with(path, array -> StoredRows.doubles(path, array.info(), from, to, array::read));
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return with(path, array -> StoredRows.bytes(path, array.info(), from, to, array::read));
    }

    @FunctionalInterface
    private interface Use<T> {
        T of(StoredArray array) throws IOException;
    }

    private <T> T with(String path, Use<T> use) throws IOException {
        DatasetBase dataset = datasets().get(path);
        if (dataset == null) {
            throw DatasetPaths.missing(run.name() + ", " + place(), path, paths());
        }
        return run.at(place() + "/" + path, () -> {
            StoredArray array = arrays.get(path);
            if (array == null) {
                array = run.array(dataset);
                arrays.put(path, array);
            }
            return use.of(array);
        });
    }
}
