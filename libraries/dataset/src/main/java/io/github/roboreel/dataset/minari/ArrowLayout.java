package io.github.roboreel.dataset.minari;

import static io.github.roboreel.dataset.minari.ArrowBatch.require;

import io.github.roboreel.dataset.minari.ArrowColumn.Presence;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Type;

/**
 * Finds the columns of a record batch under the paths that the same arrays have in HDF5, with their rows that count.
 * Each is compared with the length of its buffers. For one thread, once.
 */
final class ArrowLayout {
    private static final int MAX_TEXT_BYTES = 1 << 12;
    private static final int MAX_NOTES = 64;

    /** Of a column of infos: shape of a row, as Minari notes it. */
    private static final String SHAPE = "shape";

    private static final Set<String> PADDED =
            Set.of(MinariArray.ACTIONS, MinariArray.REWARDS, MinariArray.TERMINATIONS, MinariArray.TRUNCATIONS);

    private final FileChannel file;
    private final ArrowBatch batch;
    private final ArrowCursor cursor;
    private final NavigableMap<String, MinariArray> declared;
    private final NavigableMap<String, ArrowColumn> columns = new TreeMap<>();

    /**
     * For a batch.
     *
     * @param declared what observations and actions should be, by path
     */
    ArrowLayout(FileChannel file, ArrowBatch batch, NavigableMap<String, MinariArray> declared) {
        this.file = file;
        this.batch = batch;
        this.declared = declared;
        cursor = new ArrowCursor(batch);
    }

    /**
     * All columns that hold values, by path below the episode.
     *
     * @throws IOException when the batch contradicts itself or has columns whose layout is not known
     */
    NavigableMap<String, ArrowColumn> columns() throws IOException {
        try {
            for (int i = 0; i < batch.schema().fieldsLength(); i++) {
                add(batch.schema().fields(i), "", 0, List.of());
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException | NullPointerException e) {
            throw new IOException("has metadata that are damaged", e);
        } catch (ArithmeticException e) {
            throw new IOException("has a column of more elements than there can be", e);
        }
        requireApart();
        return columns;
    }

    /** A name may have slashes, so that one column could be where the group of others is. */
    private void requireApart() throws IOException {
        for (String path : columns.keySet()) {
            String next = columns.higherKey(path + "/");
            require(
                    next == null || !next.startsWith(path + "/"),
                    "has a column '%s' and a column '%s' below it",
                    path,
                    next);
        }
    }

    private void add(Field field, String parent, int level, List<Presence> present) throws IOException {
        cursor.enter(field, level);
        String path = path(parent, field);
        if (field.typeType() == Type.Struct_) {
            List<Presence> inner = new ArrayList<>(present);
            cursor.node(batch.rows(), 1, 0).ifPresent(inner::add);
            for (int i = 0; i < field.childrenLength(); i++) {
                add(field.children(i), path, level + 1, inner);
            }
            return;
        }
        // newer versions of Minari write the infos of each row as one text of JSON
        String place = path.equals(MinariArray.INFOS) ? path + "/json" : path;
        require(columns.put(place, column(field, place, present)) == null, "has two columns '%s'", place);
    }

    private String path(String parent, Field field) throws IOException {
        String name = text(field.nameAsByteBuffer());
        require(!name.isEmpty(), "has a column without a name");
        if (parent.isEmpty()) {
            return name;
        }
        String member = parent + "/_index_" + name;
        String next = declared.ceilingKey(member);
        boolean isOfTuple = next != null && (next.equals(member) || next.startsWith(member + "/"));
        return isOfTuple ? member : parent + "/" + name;
    }

    private static String text(ByteBuffer utf8) throws IOException {
        if (utf8 == null) {
            return "";
        }
        require(utf8.remaining() <= MAX_TEXT_BYTES, "has a name of more than %s bytes", MAX_TEXT_BYTES);
        return StandardCharsets.UTF_8.decode(utf8).toString();
    }

    private ArrowColumn column(Field field, String path, List<Presence> present) throws IOException {
        Map<String, String> noted = noted(field);
        Optional<List<Long>> picture = sizes(noted.get(ArrowColumns.PICTURE_SHAPE));
        ArrowColumn found =
                new ArrowValues(file, cursor, path, rows(path, noted), present).of(field, batch.rows(), picture);
        if (found.kind() != Kind.ARRAY
                || picture.isPresent()
                || found.rowShape().isEmpty()) {
            return found;
        }
        MinariArray said = declared.get(path);
        Optional<List<Long>> shape = said == null ? sizes(noted.get(SHAPE)) : Optional.of(said.rowShape());
        return shape.filter(s -> elements(s) == found.rowElements())
                .map(found::withShape)
                .orElse(found);
    }

    /** Rows that count: our exporter notes them, and Minari gives what is of actions one row more than there are. */
    private long rows(String path, Map<String, String> noted) throws IOException {
        if (PADDED.contains(path.split("/")[0])) {
            return batch.rows() - 1;
        }
        String rows = noted.getOrDefault(ArrowColumns.ROWS, "");
        if (!path.startsWith(MinariArray.INFOS + "/") || rows.isEmpty()) {
            return batch.rows();
        }
        require(
                rows.matches("\\d{1,10}") && Long.parseLong(rows) <= batch.rows(),
                "says that '%s' has %s rows, but it has %s",
                path,
                rows,
                batch.rows());
        return Long.parseLong(rows);
    }

    private static Map<String, String> noted(Field field) throws IOException {
        require(field.customMetadataLength() <= MAX_NOTES, "has more than %s notes on a column", MAX_NOTES);
        Map<String, String> noted = new HashMap<>();
        for (int i = 0; i < field.customMetadataLength(); i++) {
            KeyValue pair = field.customMetadata(i);
            noted.put(text(pair.keyAsByteBuffer()), text(pair.valueAsByteBuffer()));
        }
        return noted;
    }

    /** The numbers of a shape; empty when there are none. */
    private static Optional<List<Long>> sizes(String text) {
        if (text == null || !text.matches("(\\d{1,9}(,\\d{1,9})*)?")) {
            return Optional.empty();
        }
        return Optional.of(
                text.isEmpty()
                        ? List.of()
                        : List.of(text.split(",")).stream().map(Long::valueOf).toList());
    }

    /** How many elements a shape has; -1 when too many to count. */
    private static long elements(List<Long> shape) {
        long all = 1;
        for (long size : shape) {
            if (size < 0 || size > Integer.MAX_VALUE || all * size > Integer.MAX_VALUE) {
                return -1;
            }
            all *= size;
        }
        return all;
    }
}
