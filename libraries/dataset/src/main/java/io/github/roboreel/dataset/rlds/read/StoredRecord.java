package io.github.roboreel.dataset.rlds.read;

import io.github.roboreel.dataset.read.StoredGroup;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** An episode as its record holds it, its arrays under the keys of their features. For one thread. */
final class StoredRecord implements EpisodeReader {
    private final RecordReader file;
    private final int number;
    private final StoredGroup arrays;

    StoredRecord(RecordReader file, int number) throws IOException {
        this.file = file;
        this.number = number;
        arrays = new StoredGroup(file, RecordReader.group(number));
    }

    @Override
    public String name() {
        return arrays.name();
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return arrays.attributes();
    }

    /** Number of its steps, the last one included. */
    @Override
    public long numSamples() throws IOException {
        return file.episode(number).steps();
    }

    @Override
    public List<String> paths() {
        return arrays.paths();
    }

    @Override
    public boolean has(String path) {
        return arrays.has(path);
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        return arrays.info(path);
    }

    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        return arrays.readDoubles(path, from, to);
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return arrays.readBytes(path, from, to);
    }
}
