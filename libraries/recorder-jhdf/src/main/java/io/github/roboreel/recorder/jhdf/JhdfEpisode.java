package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.format.names.NameOrder;
import io.github.roboreel.recorder.hdf5.read.DatasetPaths;
import io.github.roboreel.recorder.hdf5.read.StoredRows;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
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
    private static final int MAX_MEMBERS = 100_000;

    private final JhdfRunReader run;
    private final String name;
    private final Group group;
    private final Map<String, StoredArray> arrays = new HashMap<>();
    private final Map<String, DatasetInfo> infos = new HashMap<>();
    private final Set<String> linked = new HashSet<>();
    private Map<String, DatasetBase> datasets;
    private List<String> paths;

    /** The demo as the native library reads it, once that was needed. */
    private EpisodeReader library;

    private boolean isListed;
    private boolean isLeftToLibrary;

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
        return orByLibrary(() -> run.at(place(), () -> run.attributes(group)), EpisodeReader::attributes);
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
        return isListedHere() ? paths : byLibrary(run.library()).paths();
    }

    @Override
    public boolean has(String path) throws IOException {
        return isListedHere()
                ? datasets.containsKey(path)
                : byLibrary(run.library()).has(path);
    }

    /** What plain Java reads of it, or the native library where plain Java fails. */
    private <T> T orByLibrary(IoSupplier<T> here, IoFunction<EpisodeReader, T> byLibrary) throws IOException {
        return run.orByLibrary(here, other -> byLibrary.apply(byLibrary(other)));
    }

    private EpisodeReader byLibrary(RunReader other) throws IOException {
        if (library == null) {
            library = other.demo(name);
        }
        return library;
    }

    /** Whether its datasets can be found in plain Java; where one cannot, the native library reads all of them. */
    private boolean isListedHere() throws IOException {
        if (!isListed) {
            isLeftToLibrary = !isFoundHere() && run.isLeftToLibrary();
            isListed = true;
        }
        return !isLeftToLibrary;
    }

    private boolean isFoundHere() throws IOException {
        try {
            for (Map.Entry<String, DatasetBase> dataset : datasets().entrySet()) {
                if (dataset.getValue() == null) {
                    Damage.named(() -> GroupMembers.follow(group, dataset.getKey()));
                }
            }
            return true;
        } catch (IOException e) {
            if (datasets == null && !run.isLeftToLibrary()) {
                throw e;
            }
            return false;
        }
    }

    /** By every path of theirs; null where a link leads to what is not read here. */
    private Map<String, DatasetBase> datasets() throws IOException {
        if (datasets == null) {
            datasets = run.at(place(), () -> Damage.named(this::collect));
        }
        return datasets;
    }

    private Map<String, DatasetBase> collect() throws IOException {
        Map<String, DatasetBase> found = new TreeMap<>();
        new Listing(found, linked).add(group, "", false);
        paths = eachOnce(found, linked);
        return found;
    }

    /** Every path counts, and links can make more of them than a file has bytes. */
    private static final class Listing {
        private final Map<String, DatasetBase> found;
        private final Set<String> linked;
        private final Set<Long> groupsAbove = new HashSet<>();
        private int members;

        Listing(Map<String, DatasetBase> found, Set<String> linked) {
            this.found = found;
            this.linked = linked;
        }

        private void add(Group group, String above, boolean isLinked) throws IOException {
            if (!groupsAbove.add(group.getAddress())) {
                return;
            }
            for (Map.Entry<String, Node> child : GroupMembers.of(group).entrySet()) {
                String path = above + child.getKey();
                boolean isLink = isLinked || child.getValue().isLink();
                if (isLink) {
                    linked.add(path);
                }
                addMember(group, child.getKey(), path, isLink);
            }
            groupsAbove.remove(group.getAddress());
        }

        private void addMember(Group group, String name, String path, boolean isLink) throws IOException {
            if (++members > MAX_MEMBERS) {
                throw new IOException(
                        "its links lead to more than " + MAX_MEMBERS + " groups and datasets, so it is damaged");
            }
            Node member;
            try {
                member = GroupMembers.follow(group, name);
            } catch (FileFaultException e) {
                // Asking for it reports why it is not read.
                found.put(path, null);
                return;
            }
            if (member instanceof DatasetBase dataset) {
                found.put(path, dataset);
            } else if (member instanceof Group inner) {
                add(inner, path + "/", isLink);
            }
        }
    }

    /** An object with several names is listed under the first of them, and wherever a link leads to it. */
    private static List<String> eachOnce(Map<String, DatasetBase> datasets, Set<String> linked) {
        Set<Long> seen = new HashSet<>();
        return datasets.keySet().stream()
                .sorted(NameOrder.BYTES)
                .filter(path ->
                        linked.contains(path) || seen.add(datasets.get(path).getAddress()))
                .toList();
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        DatasetInfo info = infos.get(path);
        if (info == null) {
            info = with(path, array -> described(path, array), demo -> demo.info(path));
            infos.put(path, info);
        }
        return info;
    }

    private DatasetInfo described(String path, StoredArray array) throws IOException {
        DatasetInfo info = array.info().with(run.signals().of(path));
        return linked.contains(path) ? info.undeclared() : info;
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return with(
                path,
                array -> StoredRows.bytes(path, array.form(), from, to, rows(path, array)),
                demo -> demo.readBytes(path, from, to));
    }

    private StoredRows.Source rows(String path, StoredArray array) throws IOException {
        return StoredRows.inOurOrder(run.poseOrder(), path, array.form(), array::read);
    }

    /** Reads a dataset here, or by the native library where it is left to that. */
    private <T> T with(String path, IoFunction<StoredArray, T> here, IoFunction<EpisodeReader, T> byLibrary)
            throws IOException {
        if (!isListedHere()) {
            return byLibrary.apply(byLibrary(run.library()));
        }
        if (!datasets.containsKey(path)) {
            throw DatasetPaths.missing(run.name() + ", " + place(), path, paths);
        }
        return orByLibrary(
                () -> run.at(place() + "/" + path, () -> Damage.inMemory(() -> here.apply(array(path)))), byLibrary);
    }

    private StoredArray array(String path) throws IOException {
        StoredArray array = arrays.get(path);
        if (array == null) {
            DatasetBase dataset = datasets.get(path);
            if (dataset == null) {
                Damage.named(() -> GroupMembers.follow(group, path));
            }
            array = run.array(dataset);
            arrays.put(path, array);
        }
        return array;
    }
}
