package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Layout of {@code run_{i}.staging}; see FORMAT.md. All of it follows from the schema, the number of areas and the rows
 * per chunk, so that a damaged block never hides the next one. Offsets are in bytes, inside an area unless said
 * otherwise.
 *
 * <p>Each env has an area of its own, unless episodes are continuous: then areas are lent to them. Behind the areas is
 * the {@link Ledger}.
 */
public final class StagingLayout {
    /** Of files whose truth is the ledger. */
    public static final int VERSION = 4;

    /** Regions per group of columns: one fills while the other is on its way to the run file. */
    static final int BANKS = 2;

    static final int PAGE_BYTES = 4096;
    private static final int HEADER_MARGIN_BYTES = 32;

    private final ChunkRows chunkRows;
    private final ColumnGroup initial;
    private final ColumnGroup last;
    private final List<ColumnGroup> groups;
    private final int areaBytes;
    private final int headerBytes;
    private final int numAreas;
    private final boolean lent;

    /**
     * Lays everything out.
     *
     * @param lent whether areas are lent to one episode after the other
     * @param areaHeadBytes of an area, before its rows; versions before 4 keep INITIAL and FINAL rows behind them
     */
    StagingLayout(
            FieldSchema schema,
            int numAreas,
            boolean lent,
            int headerJsonBytes,
            ChunkRows chunkRows,
            int areaHeadBytes) {
        this.numAreas = numAreas;
        this.lent = lent;
        this.chunkRows = chunkRows;
        initial = new ColumnGroup(areaHeadBytes, 1, 1, stored(schema, FieldPhase.INITIAL));
        last = new ColumnGroup(areaHeadBytes == 0 ? 0 : initial.end(), 1, 1, stored(schema, FieldPhase.FINAL));
        int start = areaHeadBytes == 0 ? 0 : last.end();
        groups = groups(schema, start, chunkRows);
        int end = groups.isEmpty() ? start : groups.get(groups.size() - 1).end();
        areaBytes = Math.toIntExact(roundUp(end, PAGE_BYTES));
        headerBytes = (int) roundUp(headerJsonBytes + HEADER_MARGIN_BYTES, PAGE_BYTES);
    }

    private static List<Field> stored(FieldSchema schema, FieldPhase phase) {
        return schema.layout(phase).fields().stream()
                .filter(f -> f.spec().stored())
                .toList();
    }

    private static List<ColumnGroup> groups(FieldSchema schema, int start, ChunkRows chunkRows) {
        Map<Integer, List<Field>> byRows = new TreeMap<>(Comparator.reverseOrder());
        for (Field field : schema.layout(FieldPhase.STEP).fields()) {
            if (!field.spec().image()) {
                int rows = chunkRows.of(field.spec());
                byRows.computeIfAbsent(rows, r -> new ArrayList<>()).add(field);
            }
        }
        List<ColumnGroup> groups = new ArrayList<>();
        int end = start;
        for (Map.Entry<Integer, List<Field>> entry : byRows.entrySet()) {
            ColumnGroup group = new ColumnGroup(end, BANKS, entry.getKey(), entry.getValue());
            groups.add(group);
            end = group.end();
        }
        return List.copyOf(groups);
    }

    static long roundUp(long value, int multiple) {
        return (value + multiple - 1) / multiple * multiple;
    }

    /** Rows of the run file's chunks, too. */
    public ChunkRows chunkRows() {
        return chunkRows;
    }

    /** The INITIAL row: a group of one row, images included. */
    public ColumnGroup initialRow() {
        return initial;
    }

    /** The FINAL row, likewise. */
    public ColumnGroup finalRow() {
        return last;
    }

    /** The STEP fields that are no images; those with more rows in a chunk come first. */
    public List<ColumnGroup> stepGroups() {
        return groups;
    }

    /**
     * Rows of a chunk of a group, as the ledger numbers them: behind the step groups is one of each image, of one row.
     */
    public int chunkRows(int group) {
        return group < groups.size() ? groups.get(group).chunkRows() : 1;
    }

    public int areaBytes() {
        return areaBytes;
    }

    /** Size of one of the two copies of the header. */
    public int headerBytes() {
        return headerBytes;
    }

    /** Start of an area, from the start of the file. */
    public long area(int area) {
        return 2L * headerBytes + (long) area * areaBytes;
    }

    public int numAreas() {
        return numAreas;
    }

    /** Whether areas are lent; otherwise area {@code i} is that of env {@code i}. */
    public boolean isLent() {
        return lent;
    }

    /** Start of the ledger, behind the last area; versions before 4 have their log of frames there. */
    public long ledger() {
        return area(numAreas);
    }
}
