package io.github.roboreel.dataset.rlds;

import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Another reader of an episode; what it changes is up to those that extend it. */
class ForwardingReader implements EpisodeReader {
    private final EpisodeReader of;

    ForwardingReader(EpisodeReader of) {
        this.of = of;
    }

    @Override
    public String name() {
        return of.name();
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return of.attributes();
    }

    @Override
    public long numSamples() throws IOException {
        return of.numSamples();
    }

    @Override
    public List<String> paths() throws IOException {
        return of.paths();
    }

    @Override
    public boolean has(String path) throws IOException {
        return of.has(path);
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        return of.info(path);
    }

    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        return of.readDoubles(path, from, to);
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return of.readBytes(path, from, to);
    }
}
