package io.github.roboreel.dataset;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Elements;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An episode of a dataset in HDF5: all arrays below its group, by their paths there. For one thread. */
public final class StoredGroup implements EpisodeReader {
    private final ArrayFileReader file;
    private final String group;
    private final Map<String, FoundArray> arrays = new LinkedHashMap<>();

    /**
     * Finds the arrays.
     *
     * @throws IOException when the group cannot be read
     */
    public StoredGroup(ArrayFileReader file, String group) throws IOException {
        this.file = file;
        this.group = group;
        FoundArray.below(file, group).forEach(array -> arrays.put(array.name(), array));
    }

    @Override
    public String name() {
        return group.substring(group.lastIndexOf('/') + 1);
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return file.attributes(group);
    }

    @Override
    public long numSamples() throws IOException {
        return info(DemoPaths.ACTIONS).rows();
    }

    @Override
    public List<String> paths() {
        return List.copyOf(arrays.keySet());
    }

    @Override
    public boolean has(String path) {
        return arrays.containsKey(path);
    }

    /**
     * Kind of the array at a path.
     *
     * @throws IOException when there is none
     */
    public Kind kind(String path) throws IOException {
        return array(path).kind();
    }

    private FoundArray array(String path) throws IOException {
        FoundArray found = arrays.get(path);
        if (found == null) {
            throw new IOException(group + "/" + path + " is missing");
        }
        return found;
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        FoundArray found = array(path);
        return found.info().orElseThrow(() -> new IOException(found.fault()));
    }

    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        return Elements.doubles(info(path).dtype(), Elements.of(readBytes(path, from, to)));
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return array(path).rows().numbers(from, to);
    }

    /**
     * Rows of byte strings, each of its own length.
     *
     * @throws IOException when they are none
     */
    public List<byte[]> readBlobs(String path, long from, long to) throws IOException {
        return array(path).rows().blobs(from, to);
    }
}
