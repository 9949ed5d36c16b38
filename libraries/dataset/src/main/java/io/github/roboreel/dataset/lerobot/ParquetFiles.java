package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.RowWriter;
import io.github.roboreel.recordings.folder.FolderEntries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A table under way, in Parquet files of a limited size: rows are gathered to parts, each a file of its own, and parts
 * are put together to the files, so that memory for one part is enough. One part or several become a row group of a
 * file, however many rows they have. For one thread.
 */
final class ParquetFiles implements AutoCloseable {
    /**
     * Number of a file among those of its kind.
     *
     * @param number from 0
     */
    record FilePlace(int number) {
        /** Files per folder. */
        static final int CHUNK_FILES = 1000;

        static FilePlace of(int chunk, int file) {
            return new FilePlace(chunk * CHUNK_FILES + file);
        }

        int chunk() {
            return number / CHUNK_FILES;
        }

        int file() {
            return number % CHUNK_FILES;
        }

        Path in(Path folder, String suffix) {
            return folder.resolve(String.format(Locale.ROOT, "chunk-%03d", chunk()))
                    .resolve(String.format(Locale.ROOT, "file-%03d", file()) + suffix);
        }

        FilePlace next() {
            return new FilePlace(number + 1);
        }
    }

    /**
     * A column: how DuckDB holds it, and the expression that it is written as.
     *
     * @param name of the column; may have slashes and dots
     * @param storage what DuckDB holds, a column of type each, in order
     * @param expression of them
     */
    record TableColumn(String name, Map<String, String> storage, String expression) {
        static TableColumn scalar(String name, String type) {
            return new TableColumn(name, Map.of(name, type), DuckDb.name(name));
        }

        /** A list of texts, held as JSON. */
        static TableColumn texts(String name) {
            return json(name, "[\"VARCHAR\"]");
        }

        /** What is held as a text of JSON, and of that structure. */
        static TableColumn json(String name, String structure) {
            String made = "from_json(" + DuckDb.name(name) + ", " + DuckDb.text(structure) + ")";
            return new TableColumn(name, Map.of(name, "VARCHAR"), made);
        }

        /** Nested lists, which are held as one flat list. */
        static TableColumn lists(String name, String type, List<Long> shape) {
            return new TableColumn(name, Map.of(name, type + "[]"), nested(DuckDb.name(name), shape, 0));
        }

        /** The part of the flat list behind an offset, as lists of that shape. */
        private static String nested(String flat, List<Long> shape, long offset) {
            if (shape.size() == 1) {
                return flat + "[" + (offset + 1) + ":" + (offset + shape.get(0)) + "]";
            }
            List<Long> inner = shape.subList(1, shape.size());
            long elements = inner.stream().reduce(1L, Math::multiplyExact);
            return LongStream.range(0, shape.get(0))
                    .mapToObj(i -> nested(flat, inner, offset + i * elements))
                    .collect(Collectors.joining(", ", "[", "]"));
        }

        /** A picture as the library embeds it: the file's bytes and its name. */
        static TableColumn picture(String name) {
            String bytes = name + "/bytes";
            String path = name + "/path";
            Map<String, String> storage = new LinkedHashMap<>();
            storage.put(bytes, "BLOB");
            storage.put(path, "VARCHAR");
            String struct = "struct_pack(bytes := " + DuckDb.name(bytes) + ", path := " + DuckDb.name(path) + ")";
            return new TableColumn(name, storage, struct);
        }
    }

    /**
     * Where a dataset, or a part of it, is made.
     *
     * @param database to make tables
     * @param dataset the folder of the dataset
     * @param scratch folder in it for the parts of tables, which goes with this
     */
    record Workplace(DuckDb database, Path dataset, Path scratch) implements AutoCloseable {
        static Workplace in(Path dataset) throws IOException {
            Path scratch = Files.createDirectories(dataset.resolve(".parts"));
            return new Workplace(DuckDb.open(scratch.resolve("overflow")), dataset, scratch);
        }

        @Override
        public void close() throws IOException {
            database.close();
            FolderEntries.deleteTree(scratch);
        }
    }

    /** More than a part has. */
    private static final int ALL_ROWS = 1 << 30;

    private final DuckDb database;
    private final Path folder;
    private final Path scratch;
    private final String table;
    private final List<TableColumn> columns;
    /** Files of parts, by the row group that they become. */
    private final List<List<Path>> groups = new ArrayList<>();

    private boolean isGroupOpen;
    private int parts;
    private RowWriter rows;
    private long bytes;
    private FilePlace place;
    private int firstGroup;

    /**
     * Of no rows yet.
     *
     * @param folder for the files
     * @param table what DuckDB calls it
     * @param first the first file
     */
    ParquetFiles(Workplace place, Path folder, String table, FilePlace first, List<TableColumn> columns)
            throws IOException {
        this.database = place.database();
        this.folder = folder;
        this.scratch = Files.createDirectories(place.scratch().resolve(table));
        this.table = table;
        this.place = first;
        this.columns = columns;
    }

    /** To put rows in; the same until the part ends. */
    RowWriter rows() throws IOException {
        if (rows == null) {
            String held = columns.stream()
                    .flatMap(c -> c.storage().entrySet().stream())
                    .map(c -> DuckDb.name(c.getKey()) + " " + c.getValue())
                    .collect(Collectors.joining(", "));
            database.run("CREATE OR REPLACE TABLE " + table + " (" + held + ")");
            rows = database.rows(table);
        }
        return rows;
    }

    /** Ends the part; the next one continues its row group. Nothing happens when no row was put in. */
    void endPart() throws IOException {
        // A row group has one dictionary of a column, and each part would have its own.
        endPart(", DICTIONARY_SIZE_LIMIT 0");
    }

    /** Ends the row group, and the part under way with it. */
    void endGroup() throws IOException {
        endGroup("");
    }

    private void endGroup(String options) throws IOException {
        endPart(isGroupOpen ? ", DICTIONARY_SIZE_LIMIT 0" : options);
        isGroupOpen = false;
    }

    private void endPart(String options) throws IOException {
        if (rows == null) {
            return;
        }
        closeRows();
        Path file = scratch.resolve(String.format(Locale.ROOT, "part-%08d.parquet", parts++));
        copy(file, options);
        database.run("DROP TABLE " + table);
        if (!isGroupOpen) {
            groups.add(new ArrayList<>());
        }
        groups.get(groups.size() - 1).add(file);
        isGroupOpen = true;
        bytes += Files.size(file);
    }

    private void copy(Path file, String options) throws IOException {
        String selected = columns.stream()
                .map(c -> c.expression() + " AS " + DuckDb.name(c.name()))
                .collect(Collectors.joining(", "));
        database.run("COPY (SELECT " + selected + " FROM " + table + ") TO " + DuckDb.text(file)
                + " (FORMAT parquet, COMPRESSION snappy, WRITE_BLOOM_FILTER false, ROW_GROUP_SIZE " + ALL_ROWS
                + options + ")");
    }

    private void closeRows() throws IOException {
        RowWriter ended = rows;
        rows = null;
        try {
            ended.close();
        } catch (SQLException e) {
            throw DuckDb.failed("fill a table", e);
        }
    }

    /** What the parts of the file under way take, which is about what the file will. */
    long bytes() {
        return bytes;
    }

    /** Number of row groups. */
    int groups() {
        return groups.size();
    }

    /** The file under way. */
    FilePlace place() {
        return place;
    }

    /** Makes the file under way of its row groups, up to one; the next file begins with that. */
    void endFile(int toGroup) throws IOException {
        endFile(place.in(folder, ".parquet"), toGroup);
        place = place.next();
    }

    /** Makes the last file. */
    void finish() throws IOException {
        endGroup();
        if (firstGroup < groups.size()) {
            endFile(groups.size());
        }
    }

    /**
     * Makes one file of everything.
     *
     * @param name of the file
     * @param key of an entry of its metadata
     * @param value of the entry
     */
    void finish(String name, String key, String value) throws IOException {
        endGroup(", KV_METADATA {" + DuckDb.name(key) + ": " + DuckDb.text(value) + "}");
        endFile(folder.resolve(name), groups.size());
    }

    private void endFile(Path file, int toGroup) throws IOException {
        Files.createDirectories(file.getParent());
        List<List<Path>> some = groups.subList(firstGroup, toGroup);
        ParquetJoin.join(some, file);
        for (List<Path> group : some) {
            for (Path joined : group) {
                bytes -= Files.size(joined);
                Files.delete(joined);
            }
        }
        firstGroup = toGroup;
    }

    @Override
    public void close() throws IOException {
        if (rows != null) {
            closeRows();
        }
    }
}
