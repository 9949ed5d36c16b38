package io.github.roboreel.tools.check;

import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.List;

/** Reads every row of a dataset once, in blocks of whole chunks. */
record DatasetScan(EpisodeReader demo) {
    private static final long BLOCK_BYTES = 8L << 20;

    /** A chunk is only decompressed as a whole, so larger blocks are used up to this size. */
    private static final long MAX_BLOCK_BYTES = 128L << 20;

    private static final int WIDENED_BYTES = 8;

    /** Feeds rows 0 to {@code rows} to the rules. */
    void read(String path, DatasetInfo info, long rows, List<RowRule> rules) throws IOException {
        long columns = info.rowElements();
        if (columns == 0) {
            return;
        }
        long block = blockRows(info, rules.isEmpty() ? info.dtype().bytes() : WIDENED_BYTES);
        for (long from = 0; from < rows; from += block) {
            long to = Math.min(from + block, rows);
            if (rules.isEmpty()) {
                demo.readBytes(path, from, to);
            } else {
                double[] values = demo.readDoubles(path, from, to);
                for (RowRule rule : rules) {
                    rule.accept(from, values, Math.toIntExact(columns));
                }
            }
        }
    }

    static long blockRows(DatasetInfo info, int elementBytes) {
        long rowBytes = info.rowElements() * elementBytes;
        long chunkRows = info.chunkShape().isEmpty() ? 1 : info.chunkShape().get(0);
        if (chunkRows * rowBytes > MAX_BLOCK_BYTES) {
            return Math.max(1, MAX_BLOCK_BYTES / rowBytes);
        }
        return Math.max(1, BLOCK_BYTES / rowBytes / chunkRows) * chunkRows;
    }
}
