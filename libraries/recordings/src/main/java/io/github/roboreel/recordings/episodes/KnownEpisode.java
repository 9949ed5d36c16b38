package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An episode whose shape is known from the search, and whose faults say which one it is and what to do. Its videos are
 * not among its arrays, but are read like them.
 */
public final class KnownEpisode implements EpisodeReader {
    private final EpisodeFacts facts;
    private final Optional<EpisodeShape> shape;
    private final IoSupplier<EpisodeReader> opening;
    private final VideoFrames videos;
    private EpisodeReader demo;

    /**
     * Without its shape, and without frames of its videos.
     *
     * @param opening gives the demo when something is asked
     */
    public KnownEpisode(EpisodeFacts facts, IoSupplier<EpisodeReader> opening) {
        this(facts, Optional.empty(), opening, null);
    }

    /**
     * With what is known of it.
     *
     * @param shape empty when it could not be read
     * @param opening gives the demo when something else is asked
     * @param videos gives frames; null for none
     */
    KnownEpisode(
            EpisodeFacts facts, Optional<EpisodeShape> shape, IoSupplier<EpisodeReader> opening, VideoFrames videos) {
        this.facts = facts;
        this.shape = shape;
        this.opening = opening;
        this.videos = videos;
    }

    @Override
    public String name() {
        return facts.demo();
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return named("", () -> demo().attributes());
    }

    @Override
    public long numSamples() throws IOException {
        return shape.isPresent() ? shape.get().numSamples() : named("", () -> demo().numSamples());
    }

    @Override
    public List<String> paths() throws IOException {
        return shape.isPresent() ? shape.get().paths() : named("", () -> demo().paths());
    }

    @Override
    public boolean has(String path) throws IOException {
        return shape.isPresent() ? shape.get().has(path) : named(path, () -> demo().has(path));
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        if (isVideo(path)) {
            long steps = numSamples();
            return named(path, () -> videos.info(facts, path, steps));
        }
        return shape.isPresent() && shape.get().has(path)
                ? shape.get().info(path)
                : named(path, () -> demo().info(path));
    }

    /** An array of that path comes first. */
    private boolean isVideo(String path) throws IOException {
        return videos != null && facts.isVideo(path) && !has(path);
    }

    @Override
    public Map<String, DatasetInfo> infos() throws IOException {
        return shape.isPresent() ? EpisodeReader.super.infos() : named("", () -> demo().infos());
    }

    @Override
    public double[] readDoubles(String path, long from, long to) throws IOException {
        return named(path, () -> EpisodeReader.super.readDoubles(path, from, to));
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        if (isVideo(path)) {
            return named(path, () -> videos.read(facts, path, from, to));
        }
        return named(path, () -> demo().readBytes(path, from, to));
    }

    /** When reading all at once fails, one by one, so that the fault names its array. */
    @Override
    public Map<String, byte[]> readBytes(List<String> paths, long from, long to) throws IOException {
        for (String path : paths) {
            if (isVideo(path)) {
                return EpisodeReader.super.readBytes(paths, from, to);
            }
        }
        try {
            return demo().readBytes(paths, from, to);
        } catch (IOException e) {
            return EpisodeReader.super.readBytes(paths, from, to);
        }
    }

    private EpisodeReader demo() throws IOException {
        if (demo == null) {
            demo = opening.get();
        }
        return demo;
    }

    private <T> T named(String path, IoSupplier<T> reading) throws IOException {
        try {
            return reading.get();
        } catch (InterruptedIOException | ClosedByInterruptException | UnreadableEpisodeException e) {
            throw e;
        } catch (IOException e) {
            String fault = e.getMessage() == null ? e.toString() : e.getMessage();
            boolean names = fault.startsWith(facts.file().toString());
            throw new UnreadableEpisodeException(facts, path, names ? fault : facts.where() + ": " + fault, e);
        }
    }
}
