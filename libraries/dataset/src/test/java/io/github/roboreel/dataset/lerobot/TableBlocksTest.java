package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.NumberCells;
import io.github.roboreel.format.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of Parquet files that DuckDB writes. */
class TableBlocksTest {
    private static final int ROWS = 3 * TableBlocks.BLOCK_ROWS + 100;
    private static final int FIRST = 1000;
    private static final NumberCells HALVES = new NumberCells("halves", "halves", DType.FLOAT64, 1, false);
    private static final NumberCells PAIRS = new NumberCells("pairs", "pairs", DType.INT32, 2, true);

    /** Two blocks of both columns do not fit. */
    private static final long FEW_BYTES = TableBlocks.BLOCK_ROWS * 33L;

    @TempDir
    private Path temp;

    private Path folder;

    @BeforeEach
    void resolve() throws Exception {
        folder = temp.toRealPath();
    }

    /** A table of rows whose global index begins at {@link #FIRST}. */
    private Path table(String rows) throws Exception {
        Path file = folder.resolve("table.parquet");
        try (DuckDb database = DuckDb.open(Files.createDirectories(folder.resolve("overflow")))) {
            database.run("COPY (SELECT " + FIRST + " + i AS \"index\", i / 2.0::DOUBLE AS halves,"
                    + " [i::INTEGER, (-i)::INTEGER] AS pairs FROM range(" + ROWS + ") t(i)) TO "
                    + DuckDb.text(file) + " (FORMAT parquet)");
            if (!rows.isEmpty()) {
                Path other = folder.resolve("other.parquet");
                database.run("COPY (" + rows.replace("TABLE", DuckDb.parquet(List.of(file))) + ") TO "
                        + DuckDb.text(other) + " (FORMAT parquet)");
                return other;
            }
        }
        return file;
    }

    private static void assertHalves(Optional<byte[]> read, long from, long to) {
        ByteBuffer values = ByteBuffer.wrap(read.orElseThrow()).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals((to - from) * Double.BYTES, values.remaining());
        for (long row = from; row < to; row++) {
            assertEquals((row - FIRST) / 2.0, values.getDouble(), "row " + row);
        }
    }

    private static void assertPairs(Optional<byte[]> read, long from, long to) {
        ByteBuffer expected =
                ByteBuffer.allocate((int) (to - from) * 2 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long row = from; row < to; row++) {
            expected.putInt((int) row - FIRST).putInt(FIRST - (int) row);
        }
        assertArrayEquals(expected.array(), read.orElseThrow());
    }

    @Test
    void rowsInOrderAndAtRandomAreThoseOfTheTableHoweverFewAreKept() throws Exception {
        Path file = table("");
        for (long mostBytes : new long[] {FEW_BYTES * 4, 64 << 20}) {
            try (TableReader tables = new TableReader(new DatasetFiles(folder));
                    TableBlocks blocks = new TableBlocks(tables, mostBytes)) {
                for (long from = FIRST; from < FIRST + ROWS; from += 777) {
                    long to = Math.min(FIRST + ROWS, from + 777);
                    assertHalves(blocks.read(file, HALVES, from, to), from, to);
                    assertPairs(blocks.read(file, PAIRS, from, to), from, to);
                }
                Random random = new Random(3);
                for (int i = 0; i < 40; i++) {
                    long from = FIRST + random.nextInt(ROWS);
                    long to = Math.min(FIRST + ROWS, from + random.nextInt(2 * TableBlocks.BLOCK_ROWS));
                    assertPairs(blocks.read(file, PAIRS, from, to), from, to);
                    assertHalves(blocks.read(file, HALVES, from, to), from, to);
                }
            }
        }
    }

    @Test
    void rowsThatAreNotThereAreNotRead() throws Exception {
        assertNone(table(""), FIRST - 1, FIRST + 1);
        assertNone(table(""), FIRST + ROWS - 1, FIRST + ROWS + 1);
        assertNone(table(""), 1L << 40, (1L << 40) + 1);
    }

    private void assertNone(Path file, long from, long to) throws Exception {
        try (TableReader tables = new TableReader(new DatasetFiles(folder));
                TableBlocks blocks = new TableBlocks(tables, 64 << 20)) {
            assertTrue(blocks.read(file, HALVES, from, to).isEmpty(), from + " to " + to);
        }
    }

    @Test
    void aTableWithAnotherOrderIsLeftToOthers() throws Exception {
        assertNone(table("SELECT * FROM TABLE ORDER BY \"index\" DESC"), FIRST + 2, FIRST + 3);
    }

    @Test
    void aTableWithARowTwiceIsLeftToOthers() throws Exception {
        assertNone(
                table("SELECT * FROM TABLE UNION ALL (SELECT * FROM TABLE WHERE \"index\" = " + (FIRST + 5) + ")"),
                FIRST,
                FIRST + 1);
    }

    @Test
    void aTableWithAGapInAColumnIsLeftToOthers() throws Exception {
        assertNone(
                table("SELECT * REPLACE (CASE WHEN \"index\" = " + (FIRST + 9) + " THEN NULL ELSE halves END AS halves)"
                        + " FROM TABLE"),
                FIRST,
                FIRST + 1);
    }

    @Test
    void aColumnOfLargeRowsIsLeftToOthers() throws Exception {
        Path file = table("");
        try (TableReader tables = new TableReader(new DatasetFiles(folder));
                TableBlocks blocks = new TableBlocks(tables, TableBlocks.BLOCK_ROWS * 8L)) {
            assertTrue(blocks.read(file, HALVES, FIRST, FIRST + 1).isEmpty());
        }
    }
}
