package io.github.roboreel.dataset.transform;

import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.NdArray;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** An episode that is for the most part another. */
abstract class ChangedArrays implements EpisodeReader {
    private final EpisodeReader source;

    ChangedArrays(EpisodeReader source) {
        this.source = source;
    }

    final EpisodeReader source() {
        return source;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return source.attributes();
    }

    @Override
    public long numSamples() throws IOException {
        return source.numSamples();
    }

    @Override
    public List<String> paths() throws IOException {
        return source.paths();
    }

    @Override
    public boolean has(String path) throws IOException {
        return paths().contains(path);
    }

    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        byte[] rows = readBytes(path, from, to);
        DatasetInfo info = info(path);
        return NdArray.wrap(
                        info.dtype(),
                        ByteBuffer.wrap(rows),
                        rows.length / info.dtype().bytes())
                .doubles();
    }

    /** A description of rows of another kind. */
    static DatasetInfo info(DatasetInfo old, NdArray row, long rows) {
        List<Long> shape =
                Arrays.stream(row.shape()).mapToObj(size -> (long) size).toList();
        List<Long> chunks = old.chunkShape().isEmpty()
                ? List.of()
                : Stream.concat(old.chunkShape().stream().limit(1), shape.stream())
                        .toList();
        return new DatasetInfo(
                row.dtype(),
                rows,
                shape,
                chunks,
                old.filters(),
                old.storedBytes(),
                old.unit(),
                old.frame(),
                old.nonFiniteAllowed(),
                old.declared());
    }
}
