package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.EpisodeFacts;
import io.github.roboreel.dataset.EpisodeSource;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads record files back, episode by episode beside their source, and compares every array: how many values, and their
 * checksum.
 */
final class ReadBack implements Closeable {
    private final RldsPlan plan;
    private final Map<String, JsonNode> declared;
    private final Iterator<Path> files;
    private final ExportProgress progress;
    private TfRecordReader records;
    private long arrays;

    private ReadBack(RldsPlan plan, Map<String, JsonNode> declared, List<Path> files, ExportProgress progress) {
        this.plan = plan;
        this.declared = declared;
        this.files = files.iterator();
        this.progress = progress;
    }

    /**
     * Compares all episodes of the source with the records of these files.
     *
     * @param folder with {@code features.json}
     * @return arrays that are equal to their source
     * @throws IOException naming the first that is not
     */
    static long check(RldsPlan plan, EpisodeSource source, Path folder, List<Path> files, ExportProgress progress)
            throws IOException {
        Map<String, JsonNode> declared = DeclaredFeatures.read(folder);
        try (ReadBack check = new ReadBack(plan, declared, files, progress)) {
            source.visit(check::compare);
            if (check.next(payload -> {})) {
                throw new IOException("there are more records than episodes; export again");
            }
            return check.arrays;
        }
    }

    private void compare(EpisodeFacts facts, EpisodeReader reader) throws IOException {
        Episode episode = plan.episode(facts, reader);
        EpisodeProgress done = new EpisodeProgress(progress, plan, episode);
        Content stored = new Content();
        if (!next(payload -> read(payload, stored, done))) {
            throw new IOException("there is no record of " + facts.where() + "; export again");
        }
        try {
            requireEqual(recorded(episode), stored);
        } catch (IOException e) {
            throw new IOException(facts.where() + ": " + e.getMessage(), e);
        }
        arrays += plan.features().stream().filter(f -> f.codec().isLossless()).count();
        done.finish();
    }

    /** What an episode holds: number and checksum of the values of each feature. */
    private static final class Content {
        private final ArrayDigests digests = new ArrayDigests();
        private final Map<String, Long> values = new TreeMap<>();
    }

    private Content recorded(Episode episode) throws IOException {
        Content recorded = new Content();
        for (Feature feature : plan.features()) {
            String key = feature.key();
            boolean exact = feature.codec().isLossless();
            feature.feed().feed(episode, (rows, count) -> {
                recorded.values.merge(key, (long) count, Long::sum);
                recorded.digests.add(key, exact ? rows : ValueDecoder.pictures(count));
            });
        }
        return recorded;
    }

    private void read(InputStream payload, Content stored, EpisodeProgress done) throws IOException {
        ExampleReader.read(payload, (key, kind) -> decoder(key, kind, stored, done));
    }

    private ValueDecoder decoder(String key, ListKind kind, Content stored, EpisodeProgress done) throws IOException {
        JsonNode node = declared.get(key);
        if (node == null || stored.values.put(key, 0L) != null) {
            throw new IOException("'" + key + "' is in a record, but is not declared once");
        }
        ValueDecoder decoder = new ValueDecoder(
                node,
                (rows, length) -> {
                    stored.digests.add(key, rows, 0, length);
                    if (length > 0 && node.has("image")) {
                        done.pictures(1);
                    }
                },
                count -> stored.values.put(key, count));
        if (kind != decoder.kind()) {
            throw new IOException("'" + key + "' is a list of " + kind + ", declared " + decoder.kind());
        }
        return decoder;
    }

    private static void requireEqual(Content recorded, Content stored) throws IOException {
        recorded.digests.requireEqual(stored.digests);
        if (!recorded.values.equals(stored.values)) {
            throw new IOException("numbers of values "
                    + stored.values
                    + " were read back, "
                    + recorded.values
                    + " were written; export again");
        }
    }

    private boolean next(TfRecordReader.Visitor visitor) throws IOException {
        while (records == null || !records.next(visitor)) {
            close();
            if (!files.hasNext()) {
                return false;
            }
            records = new TfRecordReader(files.next());
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        if (records != null) {
            records.close();
            records = null;
        }
    }
}
