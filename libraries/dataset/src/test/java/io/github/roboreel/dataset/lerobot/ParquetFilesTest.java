package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.roboreel.dataset.duckdb.RowWriter;
import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import io.github.roboreel.dataset.lerobot.ParquetFiles.TableColumn;
import io.github.roboreel.dataset.lerobot.ParquetFiles.Workplace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFilesTest {
    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.scalar("n", "BIGINT"),
            TableColumn.scalar("constant", "BIGINT"),
            TableColumn.scalar("truth", "BOOLEAN"),
            TableColumn.lists("list", "FLOAT", List.of(3L)),
            TableColumn.texts("texts"),
            TableColumn.scalar("text", "VARCHAR"));

    @TempDir
    private Path folder;

    private long rows;

    private void add(ParquetFiles files, int count) throws Exception {
        RowWriter to = files.rows();
        for (int i = 0; i < count; i++) {
            float[] list = {rows, 0, -rows};
            to.row(rows, 7L, rows % 3 == 0, list, "[\"t" + rows % 5 + "\"]", rows % 4 == 0 ? null : "same");
            rows++;
        }
    }

    @Test
    void partsOfAnyLengthBecomeTheRowGroupsThatWereAskedFor() throws Exception {
        try (Workplace place = Workplace.in(folder);
                ParquetFiles files = new ParquetFiles(place, folder, "t", new FilePlace(0), COLUMNS)) {
            add(files, 5000);
            files.endGroup();
            add(files, 2049);
            files.endPart();
            add(files, 3000);
            files.endPart();
            add(files, 1);
            files.endGroup();
            add(files, 10);
            files.endPart();
            files.endGroup();
            files.finish();
        }
        Path file = folder.resolve("chunk-000/file-000.parquet");
        assertEquals(List.of(5000L, 5050L, 10L), groups(file));
        List<Map<String, Object>> found = Tables.all(file);
        assertEquals(rows, found.size());
        for (int i = 0; i < rows; i++) {
            Map<String, Object> row = found.get(i);
            assertEquals((long) i, row.get("n"));
            assertEquals(7L, row.get("constant"));
            assertEquals(i % 3 == 0, row.get("truth"));
            assertArrayEquals(new double[] {i, 0, -i}, Tables.flat(row.get("list")));
            assertEquals(List.of("t" + i % 5), row.get("texts"));
            assertEquals(i % 4 == 0 ? null : "same", row.get("text"));
        }
        List<Map<String, Object>> counted = Tables.rows("SELECT num_rows FROM parquet_file_metadata('" + file + "')");
        assertEquals(rows, counted.get(0).get("num_rows"));
    }

    /** By which readers skip row groups. */
    @Test
    void boundsOfRowGroupsAreThoseOfAllTheirParts() throws Exception {
        partsOfAnyLengthBecomeTheRowGroupsThatWereAskedFor();
        String bounds = "SELECT path_in_schema AS c, stats_min_value AS a, stats_max_value AS b FROM parquet_metadata('"
                + folder.resolve("chunk-000/file-000.parquet") + "') WHERE row_group_id = 1 ORDER BY column_id";
        List<Map<String, Object>> found = Tables.rows(bounds);
        assertNull(found.get(0).get("a"), "the parts have different ones");
        assertEquals("7", found.get(1).get("a"));
        assertEquals("7", found.get(1).get("b"));
    }

    @Test
    void aPartWithoutBoundsLeavesTheRowGroupWithout() throws Exception {
        try (Workplace place = Workplace.in(folder);
                ParquetFiles files = new ParquetFiles(place, folder, "t", new FilePlace(0), COLUMNS)) {
            add(files, 5);
            files.endPart();
            addNotANumber(files);
            files.endPart();
            files.endGroup();
            files.finish();
        }
        String bounds = "SELECT stats_max_value AS b FROM parquet_metadata('"
                + folder.resolve("chunk-000/file-000.parquet") + "') WHERE path_in_schema LIKE 'list%'";
        assertNull(Tables.rows(bounds).get(0).get("b"));
    }

    private void addNotANumber(ParquetFiles files) throws Exception {
        files.rows().row(rows++, 7L, true, new float[] {Float.NaN, 1e9f, 0}, "[\"t\"]", "same");
    }

    private static List<Object> groups(Path file) throws Exception {
        return Tables.rows("SELECT DISTINCT row_group_id, row_group_num_rows AS n FROM parquet_metadata('" + file
                        + "') ORDER BY row_group_id")
                .stream()
                .map(group -> group.get("n"))
                .toList();
    }
}
