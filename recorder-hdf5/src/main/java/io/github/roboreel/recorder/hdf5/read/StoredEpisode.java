package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Object;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One demo group of an open {@link Hdf5RunReader}. Datasets are reopened at each call, so a demo that is being recorded
 * shows its growth. Same thread rule as the run's reader.
 */
final class StoredEpisode implements EpisodeReader {
    private final Hdf5RunReader run;
    private final String name;
    private final String group;

    /** A recorder creates all datasets before it starts, and none goes away. */
    private final Set<String> known = new HashSet<>();

    private Set<String> paths;

    /** What a closed file says stays so. */
    private final Map<String, DatasetInfo> infos = new HashMap<>();

    StoredEpisode(Hdf5RunReader run, String name, String group) {
        this.run = run;
        this.name = name;
        this.group = group;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return run.group(group, H5Object::attributes);
    }

    @Override
    public long numSamples() throws IOException {
        Optional<Object> stored = run.group(group, demo -> demo.attribute(AttributeNames.NUM_SAMPLES));
        if (stored.orElse("") instanceof Long samples) {
            return samples;
        }
        if (!has(DemoPaths.ACTIONS)) {
            throw DatasetPaths.lengthUnknown(run.path() + ", " + group);
        }
        return info(DemoPaths.ACTIONS).rows();
    }

    @Override
    public List<String> paths() throws IOException {
        return List.copyOf(pathSet());
    }

    @Override
    public boolean has(String path) throws IOException {
        if (!run.isLive()) {
            return pathSet().contains(path);
        }
        if (!known.contains(path) && DatasetPaths.isPlain(path) && run.group(group, demo -> demo.hasDataset(path))) {
            known.add(path);
        }
        return known.contains(path);
    }

    private Set<String> pathSet() throws IOException {
        if (paths == null) {
            paths = new LinkedHashSet<>(run.group(group, H5Group::datasetPaths));
        }
        return paths;
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        return withDataset(path, dataset -> describe(path, dataset));
    }

    private DatasetInfo describe(String path, H5Dataset dataset) throws IOException {
        DatasetInfo info = infos.get(path);
        if (info == null) {
            info = dataset.describe(run.path()).with(run.signals().of(path));
            if (info.declared() && run.group(group, demo -> demo.isBehindLink(path))) {
                info = info.undeclared();
            }
            if (!run.isLive()) {
                infos.put(path, info);
            }
        }
        return info;
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return withDataset(path, dataset -> {
            DatasetInfo known = infos.get(path);
            DatasetInfo info = known == null ? dataset.describeRows(run.path()) : known;
            return StoredRows.bytes(path, info, from, to, rows(path, info, dataset));
        });
    }

    private StoredRows.Source rows(String path, DatasetInfo info, H5Dataset dataset) {
        return StoredRows.inOurOrder(
                run.poseOrder(), path, info, (from, rows, out) -> dataset.readRows(info.dtype(), from, rows, out));
    }

    private <T> T withDataset(String path, IoFunction<H5Dataset, T> use) throws IOException {
        if (!has(path)) {
            throw DatasetPaths.missing(run.path() + ", " + group, path, pathSet());
        }
        return run.dataset(group + "/" + path, use);
    }
}
