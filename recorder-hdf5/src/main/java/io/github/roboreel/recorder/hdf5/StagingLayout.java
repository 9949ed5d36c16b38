package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.Field;
import io.github.roboreel.recorder.FieldPhase;
import io.github.roboreel.recorder.FieldSchema;
import io.github.roboreel.recorder.RowLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Where things stand in {@code run_{i}.staging}; see FORMAT.md. All of it follows from the schema
 * and the number of envs, so that a damaged block never hides the next one. Offsets are in bytes,
 * inside an env's area unless said otherwise.
 */
final class StagingLayout {
    static final int VERSION = 1;

    /** Rows of a chunk, on disk and in staging. */
    static final int CHUNK_ROWS = 500;

    /** Regions per field: one fills while the other is on its way to the run file. */
    static final int BANKS = 2;

    static final int AREA_HEADER_BYTES = 64;
    static final int EPISODE_SLOTS = 2;
    static final int METADATA_BYTES = 4096;
    static final int EPISODE_SLOT_BYTES = 64 + METADATA_BYTES;

    /** Step and checksum of a row, before a single row or in a bank's table. */
    static final int ROW_MARK_BYTES = Long.BYTES;

    private static final int PAGE_BYTES = 4096;
    private static final int HEADER_MARGIN_BYTES = 32;

    /** One field's place in a single-row block or a bank. */
    record Column(Field field, int offset) {
        int rowBytes() {
            return field.rowBytes();
        }
    }

    private final List<Column> initial;
    private final List<Column> last;
    private final List<Column> step;
    private final int initialBlock;
    private final int finalBlock;
    private final int firstBank;
    private final int bankBytes;
    private final int areaBytes;
    private final int headerBytes;
    private final int numEnvs;

    StagingLayout(FieldSchema schema, int numEnvs, int headerJsonBytes) {
        this.numEnvs = numEnvs;
        RowLayout stepLayout = schema.layout(FieldPhase.STEP);
        List<Field> tracks = stepLayout.fields().stream().filter(f -> !f.spec().image()).toList();
        initial = columns(stored(schema, FieldPhase.INITIAL), 1);
        last = columns(stored(schema, FieldPhase.FINAL), 1);
        step = columns(tracks, CHUNK_ROWS);
        initialBlock = AREA_HEADER_BYTES + EPISODE_SLOTS * EPISODE_SLOT_BYTES;
        finalBlock = Math.addExact(initialBlock, blockBytes(initial, 1));
        firstBank = Math.addExact(finalBlock, blockBytes(last, 1));
        bankBytes = blockBytes(step, CHUNK_ROWS);
        long end = firstBank + (long) BANKS * bankBytes;
        areaBytes = Math.toIntExact(roundUp(end, PAGE_BYTES));
        headerBytes = (int) roundUp(headerJsonBytes + HEADER_MARGIN_BYTES, PAGE_BYTES);
    }

    private static List<Field> stored(FieldSchema schema, FieldPhase phase) {
        return schema.layout(phase).fields().stream().filter(f -> f.spec().stored()).toList();
    }

    private static List<Column> columns(List<Field> fields, int rows) {
        List<Column> columns = new ArrayList<>();
        long end = (long) rows * ROW_MARK_BYTES;
        for (Field field : fields) {
            columns.add(new Column(field, Math.toIntExact(end)));
            end = roundUp(end + (long) rows * field.spec().rowBytes(), Long.BYTES);
        }
        return List.copyOf(columns);
    }

    private static int blockBytes(List<Column> columns, int rows) {
        if (columns.isEmpty()) {
            return rows * ROW_MARK_BYTES;
        }
        Column tail = columns.get(columns.size() - 1);
        return Math.toIntExact(roundUp(tail.offset() + (long) rows * tail.rowBytes(), Long.BYTES));
    }

    private static long roundUp(long value, int multiple) {
        return (value + multiple - 1) / multiple * multiple;
    }

    /** Columns of the INITIAL row, from its block's start. */
    List<Column> initialColumns() {
        return initial;
    }

    /** Columns of the FINAL row, from its block's start. */
    List<Column> finalColumns() {
        return last;
    }

    /** Columns of the STEP fields that are no images, from a bank's start. */
    List<Column> stepColumns() {
        return step;
    }

    int initialBlock() {
        return initialBlock;
    }

    int finalBlock() {
        return finalBlock;
    }

    int episodeSlot(int slot) {
        return AREA_HEADER_BYTES + slot * EPISODE_SLOT_BYTES;
    }

    /** Start of the bank that holds this chunk. */
    int bank(long chunk) {
        return firstBank + (int) (chunk % BANKS) * bankBytes;
    }

    /** Most bytes that the finished chunks of one env's rows can take. */
    int packedBytes() {
        return step.stream()
                .mapToInt(c -> ChunkCodec.bound(CHUNK_ROWS * c.rowBytes()))
                .reduce(0, Math::addExact);
    }

    int areaBytes() {
        return areaBytes;
    }

    /** Size of one of the two copies of the header. */
    int headerBytes() {
        return headerBytes;
    }

    /** Start of an env's area, from the start of the file. */
    long area(int env) {
        return 2L * headerBytes + (long) env * areaBytes;
    }

    /** Start of the frame log, from the start of the file. */
    long log() {
        return area(numEnvs);
    }
}
