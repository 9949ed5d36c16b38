package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.lerobot.ThriftStruct.Sequence;
import io.github.roboreel.dataset.lerobot.ThriftStruct.Written;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Parquet files of equal columns, joined to one without a look at their values: each given list of files becomes one
 * row group, of any number of rows. DuckDB alone cuts row groups at multiples of its vectors of 2048 rows, and LeRobot
 * promises a row group per episode. Each file has one row group; files that share one have no dictionaries, which a
 * group has one of.
 */
final class ParquetJoin implements Closeable {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    /** A length and the magic at the end. */
    private static final int TAIL_BYTES = Integer.BYTES + MAGIC.length;

    // Numbers of fields in parquet.thrift: of FileMetaData,
    private static final int FILE_ROWS = 3;
    private static final int FILE_GROUPS = 4;
    // of RowGroup,
    private static final int GROUP_COLUMNS = 1;
    private static final int GROUP_BYTES = 2;
    private static final int GROUP_ROWS = 3;
    private static final int GROUP_OFFSET = 5;
    private static final int GROUP_COMPRESSED = 6;
    private static final int GROUP_ORDINAL = 7;
    // of ColumnChunk,
    private static final int CHUNK_OFFSET = 2;
    private static final int CHUNK_METADATA = 3;
    /** Places of indices, which are not copied. */
    private static final List<Integer> CHUNK_INDICES = List.of(4, 5, 6, 7);
    // and of ColumnMetaData.
    private static final int VALUES = 5;
    private static final int UNCOMPRESSED = 6;
    private static final int COMPRESSED = 7;
    private static final int DATA_OFFSET = 9;
    private static final int INDEX_OFFSET = 10;
    private static final int DICTIONARY_OFFSET = 11;
    private static final int STATISTICS = 12;
    /** In the statistics. */
    private static final int NULL_COUNT = 3;
    /** Bloom filters, which are not copied. */
    private static final List<Integer> BLOOM_FILTERS = List.of(14, 15);
    /** Counts of pages and of levels, which are true of one file only. */
    private static final List<Integer> COUNTS = List.of(13, 16);

    /** A file with one row group. */
    private record Part(FileChannel file, ThriftStruct contents, ThriftStruct group) implements Closeable {
        static Part open(Path path) throws IOException {
            FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
            try {
                ThriftStruct contents = ThriftStruct.read(contents(file));
                List<ThriftStruct> groups = contents.structs(FILE_GROUPS);
                if (groups.size() != 1) {
                    throw new IOException(path + " has " + groups.size() + " row groups, expected 1");
                }
                return new Part(file, contents, groups.get(0));
            } catch (IOException | RuntimeException e) {
                file.close();
                throw e;
            }
        }

        private static ByteBuffer contents(FileChannel file) throws IOException {
            ByteBuffer tail = read(file, file.size() - TAIL_BYTES, TAIL_BYTES);
            int bytes = tail.order(ByteOrder.LITTLE_ENDIAN).getInt();
            return read(file, file.size() - TAIL_BYTES - bytes, bytes);
        }

        private static ByteBuffer read(FileChannel file, long from, int bytes) throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate(bytes);
            while (buffer.hasRemaining() && file.read(buffer, from + buffer.position()) >= 0) {}
            return buffer.flip();
        }

        ThriftStruct column(int index) throws IOException {
            return group.structs(GROUP_COLUMNS).get(index).struct(CHUNK_METADATA);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private final FileChannel out;
    private final List<Object> groups = new ArrayList<>();
    private ThriftStruct contents;
    private long rows;

    private ParquetJoin(Path target) throws IOException {
        out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        write(MAGIC);
    }

    /** Writes a file whose row groups are those lists of files. Its metadata are those of the very first. */
    static void join(List<List<Path>> groups, Path target) throws IOException {
        try (ParquetJoin join = new ParquetJoin(target)) {
            for (List<Path> group : groups) {
                join.add(group);
            }
            join.finish();
        }
    }

    private void add(List<Path> files) throws IOException {
        List<Part> parts = new ArrayList<>();
        try {
            for (Path file : files) {
                parts.add(Part.open(file));
            }
            ThriftStruct group = joined(parts);
            rows += group.number(GROUP_ROWS);
            groups.add(new Written(group.written()));
            if (contents == null) {
                contents = parts.get(0).contents();
            }
        } finally {
            for (Part part : parts) {
                part.close();
            }
        }
    }

    private ThriftStruct joined(List<Part> parts) throws IOException {
        ThriftStruct group = parts.get(0).group();
        List<ThriftStruct> chunks = group.structs(GROUP_COLUMNS);
        long start = out.position();
        for (int column = 0; column < chunks.size(); column++) {
            ThriftStruct chunk = chunks.get(column);
            chunk.set(CHUNK_OFFSET, 0L);
            CHUNK_INDICES.forEach(chunk::remove);
            copy(parts, column, chunk.struct(CHUNK_METADATA));
        }
        for (int sum : List.of(GROUP_BYTES, GROUP_ROWS)) {
            long all = 0;
            for (Part part : parts) {
                all += part.group().number(sum);
            }
            group.set(sum, all);
        }
        group.set(GROUP_OFFSET, start);
        group.set(GROUP_COMPRESSED, out.position() - start);
        group.remove(GROUP_ORDINAL);
        return group;
    }

    /** Copies the pages of a column, one part after the other; says so in what becomes its metadata. */
    private void copy(List<Part> parts, int column, ThriftStruct joined) throws IOException {
        long start = out.position();
        long values = 0;
        long uncompressed = 0;
        boolean areAlike = true;
        long dataOffset = joined.number(DATA_OFFSET) - firstPage(joined);
        byte[] statistics = joined.has(STATISTICS) ? joined.struct(STATISTICS).written() : new byte[0];
        for (Part part : parts) {
            ThriftStruct own = part.column(column);
            if (parts.size() > 1 && own.has(DICTIONARY_OFFSET)) {
                throw new IOException("parts of a row group have dictionaries, of which it has one");
            }
            byte[] ownStatistics = own.has(STATISTICS) ? own.struct(STATISTICS).written() : new byte[0];
            areAlike &= Arrays.equals(statistics, ownStatistics) && (parts.size() == 1 || !hasNulls(own));
            values += own.number(VALUES);
            uncompressed += own.number(UNCOMPRESSED);
            transfer(part.file(), firstPage(own), own.number(COMPRESSED));
        }
        joined.set(VALUES, values);
        joined.set(UNCOMPRESSED, uncompressed);
        joined.set(COMPRESSED, out.position() - start);
        joined.set(DATA_OFFSET, start + dataOffset);
        joined.set(DICTIONARY_OFFSET, start);
        joined.remove(INDEX_OFFSET);
        BLOOM_FILTERS.forEach(joined::remove);
        if (parts.size() > 1) {
            COUNTS.forEach(joined::remove);
        }
        if (!areAlike) {
            joined.remove(STATISTICS);
        }
    }

    /** A count of one part is none of all. */
    private static boolean hasNulls(ThriftStruct column) throws IOException {
        if (!column.has(STATISTICS)) {
            return false;
        }
        ThriftStruct statistics = column.struct(STATISTICS);
        return statistics.has(NULL_COUNT) && statistics.number(NULL_COUNT) > 0;
    }

    private static long firstPage(ThriftStruct column) throws IOException {
        long data = column.number(DATA_OFFSET);
        return column.has(DICTIONARY_OFFSET) ? Math.min(data, column.number(DICTIONARY_OFFSET)) : data;
    }

    private void transfer(FileChannel from, long position, long bytes) throws IOException {
        long done = 0;
        while (done < bytes) {
            long moved = from.transferTo(position + done, bytes - done, out);
            if (moved <= 0) {
                throw new IOException("a part of a table ends before its last page");
            }
            done += moved;
        }
    }

    private void finish() throws IOException {
        contents.set(FILE_ROWS, rows);
        contents.set(FILE_GROUPS, new Sequence(ThriftStruct.STRUCT, groups));
        byte[] footer = contents.written();
        write(footer);
        write(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.length)
                .array());
        write(MAGIC);
    }

    private void write(byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            out.write(left);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
