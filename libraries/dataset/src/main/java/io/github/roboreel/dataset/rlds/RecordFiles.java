package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.util.List;

/** The record files of a dataset as one list of records; the file of the last one read is open. For one thread. */
final class RecordFiles implements AutoCloseable {
    private final List<DatasetSplits.Shard> shards;
    private final long[] firsts;
    private final long[][] starts;
    private RecordFile open;
    private int current = -1;

    /** Of a dataset; no file is opened yet. */
    RecordFiles(DatasetSplits splits) {
        shards = splits.shards();
        firsts = new long[shards.size() + 1];
        for (int i = 0; i < shards.size(); i++) {
            firsts[i + 1] = firsts[i] + shards.get(i).episodes();
        }
        if (firsts[shards.size()] > Integer.MAX_VALUE) {
            throw new ExportRefusedException(splits.folder() + " says that it has " + firsts[shards.size()]
                    + " episodes, more than can be imported; repair the dataset");
        }
        starts = new long[shards.size()][];
    }

    /** Records of all files. */
    int count() {
        return (int) firsts[shards.size()];
    }

    /** The file that a record is in. */
    DatasetSplits.Shard shard(int record) {
        return shards.get(shardOf(record));
    }

    /** Number of a record in its file. */
    int numberInShard(int record) {
        return (int) (record - firsts[shardOf(record)]);
    }

    private int shardOf(int record) {
        int from = 0;
        int to = shards.size() - 1;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (firsts[middle + 1] <= record) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /**
     * The payload of a record.
     *
     * @param memory is asked before it is read
     */
    byte[] payload(int record, Memory memory) throws IOException {
        int shard = shardOf(record);
        int number = numberInShard(record);
        RecordFile file = opened(shard);
        if (starts[shard] == null) {
            starts[shard] = file.starts();
        }
        return file.payload(starts[shard][number], number, memory);
    }

    private RecordFile opened(int shard) throws IOException {
        if (current != shard) {
            close();
            open = new RecordFile(shards.get(shard));
            current = shard;
        }
        return open;
    }

    @Override
    public void close() throws IOException {
        if (open != null) {
            open.close();
            open = null;
            current = -1;
        }
    }
}
