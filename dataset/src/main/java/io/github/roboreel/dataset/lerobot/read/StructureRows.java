package io.github.roboreel.dataset.lerobot.read;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The columns that every dataset has, of the rows of an episode, out of decoded blocks. For one thread. */
final class StructureRows {
    /** All of an episode are in memory; longer ones are gone through by a query. */
    private static final int MOST_ROWS = 50_000;

    private static final String TIMESTAMP = "timestamp";
    private static final List<String> WHOLE = List.of("index", "frame_index", "episode_index", "task_index");

    private final boolean isSingle;
    private final Map<String, ByteBuffer> columns = new HashMap<>();
    private final Map<String, byte[]> flags = new HashMap<>();

    private StructureRows(boolean isSingle) {
        this.isSingle = isSingle;
    }

    /**
     * Those of an episode.
     *
     * @param flags names of columns of truth values, of which a dataset need not have any
     * @return empty when they are of other types, or not in blocks: a query of its own has to say what they are
     */
    static Optional<StructureRows> of(
            EpisodePlace place, DatasetInfoFile info, TableReader tables, NumberBlocks blocks, List<String> flags)
            throws IOException {
        boolean isWhole = WHOLE.stream().allMatch(key -> is(info, key, DType.INT64));
        boolean isSingle = is(info, TIMESTAMP, DType.FLOAT32)
                && tables.types(place.data()).getOrDefault(TIMESTAMP, "").startsWith("FLOAT");
        boolean isLong = place.length() > MOST_ROWS;
        // A table of version 2 is one episode's: only a query of its own sees that it has more rows than that.
        if (info.isOld() || isLong || !isWhole || !isSingle && !is(info, TIMESTAMP, DType.FLOAT64)) {
            return Optional.empty();
        }
        StructureRows rows = new StructureRows(isSingle);
        boolean isThere = rows.add(TIMESTAMP, place, blocks);
        for (String key : WHOLE) {
            isThere = isThere && rows.add(key, place, blocks);
        }
        for (String key : flags) {
            if (info.features().containsKey(key)) {
                isThere = isThere && is(info, key, DType.BOOL) && rows.addFlag(key, place, blocks);
            }
        }
        return isThere ? Optional.of(rows) : Optional.empty();
    }

    private static boolean is(DatasetInfoFile info, String key, DType dtype) {
        SourceFeature feature = info.features().get(key);
        return feature != null
                && feature.elements() == 1
                && feature.dtype().filter(dtype::equals).isPresent();
    }

    private boolean add(String key, EpisodePlace place, NumberBlocks blocks) throws IOException {
        Optional<byte[]> values = blocks.numbers(place, key, 0, place.length());
        values.ifPresent(bytes -> columns.put(key, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)));
        return values.isPresent();
    }

    private boolean addFlag(String key, EpisodePlace place, NumberBlocks blocks) throws IOException {
        Optional<byte[]> values = blocks.numbers(place, key, 0, place.length());
        values.ifPresent(bytes -> flags.put(key, bytes));
        return values.isPresent();
    }

    long whole(String key, int row) {
        return columns.get(key).getLong(row * Long.BYTES);
    }

    double seconds(int row) {
        ByteBuffer values = columns.get(TIMESTAMP);
        return isSingle ? values.getFloat(row * Float.BYTES) : values.getDouble(row * Double.BYTES);
    }

    Map<String, Boolean> flags(int row) {
        Map<String, Boolean> values = new HashMap<>();
        flags.forEach((key, bytes) -> values.put(key, bytes[row] != 0));
        return values;
    }
}
