package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ForeignRows;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The episodes of a dataset. The last one asked for is in memory, as its record holds it; its arrays are decoded when
 * they are asked for. For one thread.
 */
final class RecordReader implements Closeable {
    private static final String EPISODE = "episode_";

    private final List<LeafFeature> features;
    private final RecordFiles files;
    private RldsRecord episode;
    private int number = -1;

    /** Of a dataset with these features; no record file is opened yet. */
    RecordReader(DatasetSplits splits, List<LeafFeature> features) {
        this.features = List.copyOf(features);
        files = new RecordFiles(splits);
    }

    private static String name(int index) {
        return EPISODE + index;
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

    /** An array of an episode, whose record is read when its rows are asked for. */
    FoundArray array(int index, String key) throws IOException {
        Rows rows = rows(index, key);
        Kind kind = rows.isTexts() ? Kind.TEXTS : Kind.ARRAY;
        String path = name(index) + "/" + key;
        return new FoundArray(path, key, kind, Optional.of(rows.info()), "", new RecordRows(index, key));
    }

    private Rows rows(int index, String key) throws IOException {
        Rows rows = episode(index).arrays().get(key);
        if (rows == null) {
            throw new IOException(where(index) + " has no array '" + key + "'");
        }
        return rows;
    }

    /** Rows of an array of an episode, which need not be the one in memory. */
    private final class RecordRows implements ForeignRows {
        private final int index;
        private final String key;

        RecordRows(int index, String key) {
            this.index = index;
            this.key = key;
        }

        @Override
        public byte[] numbers(long from, long to) throws IOException {
            try {
                return rows(index, key).read(from, to);
            } catch (IOException | ArithmeticException e) {
                throw damaged(e);
            }
        }

        @Override
        public List<String> texts() throws IOException {
            try {
                return rows(index, key).texts();
            } catch (IOException e) {
                throw damaged(e);
            }
        }

        private IOException damaged(Exception fault) {
            return new IOException(
                    Sentence.of("%s: '%s' cannot be read: %s", where(index), key, fault.getMessage()), fault);
        }
    }

    @Override
    public void close() throws IOException {
        episode = null;
        number = -1;
        files.close();
    }
}
