package io.github.roboreel.cli.episodes;

import io.github.roboreel.dataset.EpisodeFacts;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** An episode whose faults say which one it is and what to do. */
final class NamedEpisode implements EpisodeReader {
    private final EpisodeFacts facts;
    private final EpisodeReader demo;

    /** Reads something. */
    private interface Reading<T> {
        T read() throws IOException;
    }

    NamedEpisode(EpisodeFacts facts, EpisodeReader demo) {
        this.facts = facts;
        this.demo = demo;
    }

    @Override
    public String name() {
        return demo.name();
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return named(demo::attributes);
    }

    @Override
    public long numSamples() throws IOException {
        return named(demo::numSamples);
    }

    @Override
    public List<String> paths() throws IOException {
        return named(demo::paths);
    }

    @Override
    public boolean has(String path) throws IOException {
        return named(() -> demo.has(path));
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        return named(() -> demo.info(path));
    }

    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        return named(() -> demo.readDoubles(path, from, to));
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return named(() -> demo.readBytes(path, from, to));
    }

    private <T> T named(Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (IOException e) {
            String fault = e.getMessage() == null ? e.toString() : e.getMessage();
            boolean names = fault.startsWith(facts.file().toString());
            throw new IOException(
                    (names ? fault : facts.where() + ": " + fault)
                            + "; see what is damaged with: roboreel check, or leave episode "
                            + facts.episode()
                            + " out with --episodes",
                    e);
        }
    }
}
