package io.github.roboreel.dataset.read;

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

/** An episode as a foreign dataset stores it: its arrays under the names that the format gives them. For one thread. */
public final class StoredArrays implements EpisodeReader {
    private final String name;
    private final About about;
    private final Map<String, FoundArray> arrays = new LinkedHashMap<>();

    /** What is known of an episode as a whole, read when it is asked for. */
    public interface About {
        /** Its attributes. */
        Map<String, Object> attributes() throws IOException;

        /** Number of its steps. */
        long numSamples() throws IOException;
    }

    /** Of these arrays. */
    public StoredArrays(String name, List<FoundArray> arrays, About about) {
        this.name = name;
        this.about = about;
        arrays.forEach(array -> this.arrays.put(array.name(), array));
    }

    /**
     * All arrays below a group of a file, by their paths there; it has as many steps as {@code actions} has rows.
     *
     * @throws IOException when the group cannot be read
     */
    public static StoredArrays below(ArrayFileReader file, String group) throws IOException {
        String name = group.substring(group.lastIndexOf('/') + 1);
        return new StoredArrays(name, FoundArray.below(file, group), new About() {
            @Override
            public Map<String, Object> attributes() throws IOException {
                return file.attributes(group);
            }

            @Override
            public long numSamples() throws IOException {
                return file.info(group + "/" + DemoPaths.ACTIONS).rows();
            }
        });
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return about.attributes();
    }

    @Override
    public long numSamples() throws IOException {
        return about.numSamples();
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
            throw new IOException(name + "/" + path + " is missing");
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
        return array(path).stored().numbers(from, to);
    }

    /**
     * Rows of byte strings, each of its own length.
     *
     * @throws IOException when they are none
     */
    public List<byte[]> readBlobs(String path, long from, long to) throws IOException {
        return array(path).stored().blobs(from, to);
    }
}
