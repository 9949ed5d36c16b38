package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.NumberCells;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of a dataset's columns of numbers that were read last, in blocks of {@value #BLOCK_ROWS} by the global
 * index. Columns that are asked for together are read by one query, and the next block continues where the one before
 * ended: a reader that goes through a dataset scans each table once. Tables whose global index does not ascend by one,
 * and tables in which a row cannot be read, are not read here. For one thread.
 */
final class TableBlocks implements AutoCloseable {
    static final int BLOCK_ROWS = 4096;

    private static final long MAX_BYTES = 64L << 20;

    /** Several threads read, and what they read needs the heap, too. */
    private static final long SHARES_OF_HEAP = 32;

    /** A column that was not asked for since so many other blocks were read is not read along with others. */
    private static final int BLOCKS_WANTED = 8;

    private static final int SCANS_OPEN = 2;

    private record Block(Path file, long number) {
        long begin() {
            return number * BLOCK_ROWS;
        }
    }

    /** Rows of one column of a block. */
    private record Rows(long firstIndex, int count, byte[] values) {}

    private final TableReader tables;
    private final long mostBytes;
    private final Map<Block, Map<NumberCells, Rows>> blocks = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<NumberCells, Long> lastAsked = new LinkedHashMap<>();
    private final Map<Path, Boolean> regular = new HashMap<>();
    private final List<TableScan> scans = new ArrayList<>();
    private long bytes;
    private long blocksRead;
    private Block last;

    TableBlocks(TableReader tables) {
        this(tables, Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / SHARES_OF_HEAP));
    }

    /** Keeps so many bytes of values. */
    TableBlocks(TableReader tables, long mostBytes) {
        this.tables = tables;
        this.mostBytes = mostBytes;
    }

    /**
     * Numbers of some rows, little-endian.
     *
     * @param from global index of the first row
     * @param to behind the last row
     * @return empty when nothing is known of them: a query of these rows alone shows what is wrong, if anything is
     */
    Optional<byte[]> read(Path file, NumberCells cells, long from, long to) throws IOException {
        if (blockBytes(cells) > mostBytes / 4) {
            return Optional.empty();
        }
        // Grows with the rows that are there, whatever their number is said to be.
        ByteArrayOutputStream values = new ByteArrayOutputStream();
        for (long index = from; index < to; ) {
            Block block = new Block(file, index / BLOCK_ROWS);
            long end = Math.min(to, block.begin() + BLOCK_ROWS);
            Rows rows = isRegular(file) ? rows(block, cells) : null;
            if (rows == null || index < rows.firstIndex() || end > rows.firstIndex() + rows.count()) {
                return Optional.empty();
            }
            int rowBytes = cells.rowBytes();
            values.write(rows.values(), (int) (index - rows.firstIndex()) * rowBytes, (int) (end - index) * rowBytes);
            index = end;
        }
        return Optional.of(values.toByteArray());
    }

    private static long blockBytes(NumberCells cells) {
        return (long) BLOCK_ROWS * cells.rowBytes();
    }

    /** Whether a table has as many rows as its global indices span, by its footer. */
    private boolean isRegular(Path file) throws IOException {
        Boolean known = regular.get(file);
        if (known == null) {
            known = TableReader.isNumber(tables.types(file).getOrDefault("index", "")) && spansItsRows(file);
            regular.put(file, known);
        }
        return known;
    }

    private boolean spansItsRows(Path file) throws IOException {
        String index = DuckDb.name("index");
        boolean[] spans = {false};
        String query = "SELECT count(*) = max(" + index + ") - min(" + index + ") + 1 FROM " + TableReader.from(file);
        tables.each(file, query, row -> spans[0] = row.getBoolean(1));
        return spans[0];
    }

    /** A column of a block; null when it cannot be read. */
    private Rows rows(Block block, NumberCells cells) throws IOException {
        lastAsked.put(cells, blocksRead);
        Map<NumberCells, Rows> known = blocks.computeIfAbsent(block, b -> new HashMap<>());
        if (!known.containsKey(cells)) {
            load(block, wanted(known, cells), known);
        }
        return known.get(cells);
    }

    /** The column asked for and those asked for lately that the block lacks, as many as fit. */
    private List<NumberCells> wanted(Map<NumberCells, Rows> known, NumberCells asked) {
        lastAsked.values().removeIf(read -> read < blocksRead - BLOCKS_WANTED);
        List<NumberCells> wanted = new ArrayList<>();
        long size = blockBytes(asked);
        for (NumberCells recent : lastAsked.keySet()) {
            boolean isAsked = recent.equals(asked);
            if (isAsked || !known.containsKey(recent) && size + blockBytes(recent) <= mostBytes / 2) {
                wanted.add(recent);
                size += isAsked ? 0 : blockBytes(recent);
            }
        }
        return wanted;
    }

    private void load(Block block, List<NumberCells> wanted, Map<NumberCells, Rows> known) throws IOException {
        blocksRead += block.equals(last) ? 0 : 1;
        last = block;
        TableScan scan = takeScan(block, wanted);
        try {
            TableScan.Rows rows = scan.readTo(block.begin() + BLOCK_ROWS);
            for (int i = 0; i < wanted.size(); i++) {
                byte[] values = rows.values().get(i);
                known.put(wanted.get(i), new Rows(rows.firstIndex(), rows.count(), values));
                bytes += values.length;
            }
        } catch (IOException | SQLException | RuntimeException e) {
            // A reader that needs the damaged row gets the error from the query of that row.
            regular.put(block.file(), false);
            scan.close();
            return;
        }
        keep(scan);
        removeEldest();
    }

    private TableScan takeScan(Block block, List<NumberCells> wanted) throws IOException {
        for (TableScan scan : scans) {
            if (scan.isAt(block.file(), wanted, block.begin())) {
                scans.remove(scan);
                return scan;
            }
        }
        return TableScan.from(tables, block.file(), wanted, block.begin());
    }

    private void keep(TableScan scan) throws IOException {
        if (scan.isAtEnd()) {
            scan.close();
            return;
        }
        scans.add(scan);
        if (scans.size() > SCANS_OPEN) {
            scans.remove(0).close();
        }
    }

    /** The block read last stays. */
    private void removeEldest() {
        Iterator<Map<NumberCells, Rows>> eldest = blocks.values().iterator();
        while (bytes > mostBytes && blocks.size() > 1) {
            for (Rows rows : eldest.next().values()) {
                bytes -= rows.values().length;
            }
            eldest.remove();
        }
    }

    @Override
    public void close() throws IOException {
        for (TableScan scan : scans) {
            scan.close();
        }
        scans.clear();
    }
}
