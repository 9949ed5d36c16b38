package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.rlds.ExampleReader.ListKind;
import io.github.roboreel.format.fault.IoConsumer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads record files back, episode by episode beside their source, and compares every array: how many values, and their
 * checksum. Knows of the files what {@code features.json} declares.
 */
final class RldsReadBack implements Closeable {
    private final RldsPlan plan;
    private final Map<String, ValueCodec> declared;
    private final Iterator<Path> files;
    private TfRecordReader records;
    private long arrays;

    RldsReadBack(RldsPlan plan, Map<String, JsonNode> declared, List<Path> files) {
        this.plan = plan;
        this.declared = declared.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, leaf -> ValueCodec.of(leaf.getValue())));
        this.files = files.iterator();
    }

    /**
     * Compares an episode with the next record.
     *
     * @throws IOException naming the first array that differs
     */
    void compare(RldsSource episode, EpisodesWriter.Progress done) throws IOException {
        String where = episode.facts().where();
        Content stored = new Content();
        boolean isThere = next(payload -> ExampleReader.read(payload, (key, kind) -> decoder(key, kind, stored, done)));
        if (!isThere) {
            throw new IOException("there is no record of " + where + "; export again");
        }
        try {
            recorded(episode).requireEqual(stored);
        } catch (IOException e) {
            throw new IOException(where + ": " + e.getMessage(), e);
        }
        arrays += plan.features().stream().filter(f -> f.codec().isLossless()).count();
        done.finish();
    }

    /**
     * Checks that there are no more records.
     *
     * @return arrays that are equal to their source
     */
    long finish() throws IOException {
        if (next(payload -> {})) {
            throw new IOException("there are more records than episodes; export again");
        }
        return arrays;
    }

    /** What an episode holds: number and checksum of the values of each feature. */
    private static final class Content {
        private final ArrayDigests digests = new ArrayDigests();
        private final Map<String, Long> values = new TreeMap<>();

        void requireEqual(Content stored) throws IOException {
            digests.requireEqual(stored.digests);
            if (!values.equals(stored.values)) {
                throw new IOException("numbers of values " + stored.values + " were read back, " + values
                        + " were written; export again");
            }
        }
    }

    private Content recorded(RldsSource episode) throws IOException {
        Content recorded = new Content();
        for (RldsFeature feature : plan.features()) {
            String key = feature.key();
            feature.feed().feed(episode, (rows, count) -> {
                recorded.values.merge(key, (long) count, Long::sum);
                recorded.digests.add(key, feature.codec().asReadBack(rows, count));
            });
        }
        return recorded;
    }

    private ValueDecoder decoder(String key, ListKind kind, Content stored, EpisodesWriter.Progress done)
            throws IOException {
        ValueCodec codec = declared.get(key);
        if (codec == null || stored.values.put(key, 0L) != null) {
            throw new IOException("'" + key + "' is in a record, but is not declared once");
        }
        if (kind != codec.kind()) {
            throw new IOException("'" + key + "' is a list of " + kind + ", declared " + codec.kind());
        }
        return new ValueDecoder(
                codec,
                (rows, length) -> {
                    stored.digests.add(key, rows, 0, length);
                    if (length > 0 && codec.isPicture()) {
                        done.picture(1);
                    }
                },
                count -> stored.values.put(key, count));
    }

    private boolean next(IoConsumer<InputStream> visitor) throws IOException {
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
