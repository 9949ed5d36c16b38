package io.github.roboreel.dataset.rlds.read;

import io.github.roboreel.dataset.read.ImportNotes;
import io.github.roboreel.dataset.rlds.files.DatasetSplits;
import io.github.roboreel.dataset.rlds.files.Memory;
import io.github.roboreel.dataset.rlds.files.RecordFiles;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The episodes of a dataset as one file of arrays: {@code episode_<number>/<key of the feature>}. The last one asked
 * for is in memory, as its record holds it; its arrays are decoded when they are asked for. For one thread.
 */
final class RecordReader implements ArrayFileReader {
    private static final String EPISODE = "episode_";

    private final DatasetSplits splits;
    private final List<LeafFeature> features;
    private final RecordFiles files;
    private RldsRecord episode;
    private int number = -1;

    /** Of a dataset with these features; no record file is opened yet. */
    RecordReader(DatasetSplits splits, List<LeafFeature> features) {
        this.splits = splits;
        this.features = List.copyOf(features);
        files = new RecordFiles(splits);
    }

    /** Path of an array. */
    static String path(int number, String key) {
        return group(number) + "/" + key;
    }

    /** Path of an episode. */
    static String group(int number) {
        return EPISODE + number;
    }

    /** Number of episodes. */
    int episodes() {
        return files.count();
    }

    /** Name of the split that an episode is of. */
    String split(int index) {
        return files.shard(index).split();
    }

    /** Where an episode is, for messages. */
    String where(int index) {
        return files.shard(index).file() + ", record " + files.numberInShard(index);
    }

    /**
     * Reads an episode's record, unless it is the one in memory.
     *
     * @throws io.github.roboreel.dataset.ExportRefusedException when it is damaged or too large
     */
    RldsRecord episode(int index) throws IOException {
        if (number != index) {
            episode = null;
            number = -1;
            Memory memory = new Memory(where(index), Runtime.getRuntime().maxMemory() / 2);
            episode = new RldsRecord(where(index), features, files.payload(index, memory), memory);
            number = index;
        }
        return episode;
    }

    private static String key(String path) {
        int slash = path.indexOf('/');
        return slash < 0 ? "" : path.substring(slash + 1);
    }

    private RldsRecord episodeOf(String path) throws IOException {
        int slash = path.indexOf('/');
        String name = slash < 0 ? path : path.substring(0, slash);
        if (!name.matches(EPISODE + "\\d{1,9}")) {
            return null;
        }
        int index = Integer.parseInt(name.substring(EPISODE.length()));
        return index < episodes() ? episode(index) : null;
    }

    private Rows rows(String path) throws IOException {
        RldsRecord found = episodeOf(path);
        Rows rows = found == null ? null : found.arrays().get(key(path));
        if (rows == null) {
            throw new IOException(splits.folder() + " has no array '" + path + "'");
        }
        return rows;
    }

    @Override
    public Kind kind(String path) throws IOException {
        if (path.isEmpty()) {
            return Kind.GROUP;
        }
        RldsRecord found = episodeOf(path);
        if (found == null) {
            return Kind.NOTHING;
        }
        Rows rows = found.arrays().get(key(path));
        if (rows != null) {
            return rows.isTexts() ? Kind.TEXTS : Kind.ARRAY;
        }
        boolean isGroup = path.indexOf('/') < 0
                || found.arrays().keySet().stream().anyMatch(key -> key.startsWith(key(path) + "/"));
        return isGroup ? Kind.GROUP : Kind.NOTHING;
    }

    @Override
    public List<String> members(String group) throws IOException {
        TreeSet<String> members = new TreeSet<>();
        RldsRecord found = episodeOf(group);
        if (group.isEmpty()) {
            for (int index = 0; index < episodes(); index++) {
                members.add(group(index));
            }
        } else if (found != null) {
            String prefix = group.indexOf('/') < 0 ? "" : key(group) + "/";
            for (String key : found.arrays().keySet()) {
                if (key.startsWith(prefix)) {
                    String rest = key.substring(prefix.length());
                    members.add(rest.contains("/") ? rest.substring(0, rest.indexOf('/')) : rest);
                }
            }
        }
        return List.copyOf(members);
    }

    /** Of an episode, what its record says of it as a whole; arrays have none. */
    @Override
    public Map<String, Object> attributes(String path) throws IOException {
        RldsRecord found = path.indexOf('/') < 0 ? episodeOf(path) : null;
        return found == null ? Map.of() : new EpisodeValues(found, new ImportNotes()).of(features);
    }

    @Override
    public List<String> otherAttributes(String path) {
        return List.of();
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        return rows(path).info();
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        try {
            return rows(path).read(from, to);
        } catch (IOException | ArithmeticException e) {
            throw damaged(path, e);
        }
    }

    @Override
    public List<byte[]> readBlobs(String path, long from, long to) throws IOException {
        throw new IOException("'" + path + "' holds no byte strings");
    }

    @Override
    public List<String> readTexts(String path) throws IOException {
        try {
            return rows(path).texts();
        } catch (IOException e) {
            throw damaged(path, e);
        }
    }

    private IOException damaged(String path, Exception fault) throws IOException {
        RldsRecord found = episodeOf(path);
        return new IOException(
                Sentence.of(
                        "%s: '%s' cannot be read: %s",
                        found == null ? splits.folder() : found.where(), key(path), fault.getMessage()),
                fault);
    }

    @Override
    public void close() throws IOException {
        episode = null;
        number = -1;
        files.close();
    }
}
