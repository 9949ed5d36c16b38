package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.dataset.minari.DatasetStorage.ArraySink;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowFileReader;

/**
 * Reads what {@link ArrowStore} writes, with Arrow's own library: an export is checked by other code than
 * {@link ArrowDataset}, which reads any dataset.
 */
final class ArrowEpisodes implements DatasetStorage.Reader {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Set<String> PADDED =
            Set.of(MinariArray.ACTIONS, MinariArray.REWARDS, MinariArray.TERMINATIONS, MinariArray.TRUNCATIONS);

    private final Path data;
    private final Map<String, MinariArray> arrays;
    private final ArrowMemory memory;

    ArrowEpisodes(Path data, Map<String, MinariArray> arrays, ArrowMemory memory) {
        this.data = data;
        this.arrays = arrays;
        this.memory = memory;
    }

    @Override
    public void requireExactly(long from, long to) throws IOException {
        Set<String> found = new HashSet<>();
        try (Stream<Path> all = Files.list(data)) {
            all.forEach(path -> found.add(path.getFileName().toString()));
        }
        found.remove(DatasetStorage.METADATA);
        for (long number = from; number < to; number++) {
            if (!found.remove(Long.toString(number))) {
                throw new IOException("episode " + number + " is missing in " + data);
            }
        }
        if (!found.isEmpty()) {
            throw new IOException(data + " holds " + found + ", which is no episode of it");
        }
    }

    @Override
    public Map<String, Object> attributes(long number) throws IOException {
        JsonNode root = JSON.readTree(Files.readString(folder(number).resolve(DatasetStorage.METADATA)));
        Map<String, Object> named = new HashMap<>();
        root.properties().forEach(field -> {
            JsonNode value = field.getValue();
            named.put(field.getKey(), value.isIntegralNumber() ? value.asLong() : value.asText());
        });
        return named;
    }

    private Path folder(long number) {
        return data.resolve(Long.toString(number));
    }

    @Override
    public void arrays(long number, ArraySink sink) throws IOException {
        Path file = folder(number).resolve(ArrowStore.FILE);
        try (BufferAllocator allocator = memory.allocator();
                FileChannel channel = FileChannel.open(file);
                ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
            if (reader.getRecordBlocks().size() != 1 || !reader.loadNextBatch()) {
                throw new IOException(file + " has not exactly one record batch");
            }
            VectorSchemaRoot table = reader.getVectorSchemaRoot();
            for (FieldVector column : table.getFieldVectors()) {
                walk(column, column.getName(), table.getRowCount(), sink);
            }
        } catch (OutOfMemoryException e) {
            throw memory.tooSmall(number, (long) attributes(number).get(DatasetStorage.TOTAL_STEPS));
        }
    }

    private void walk(FieldVector column, String path, int tableRows, ArraySink sink) throws IOException {
        if (column instanceof StructVector struct) {
            for (FieldVector child : struct.getChildrenFromFields()) {
                walk(child, path + "/" + child.getName(), tableRows, sink);
            }
            return;
        }
        int rows = tableRows;
        if (PADDED.contains(path.split("/")[0])) {
            rows = tableRows - 1;
        } else if (path.startsWith(MinariArray.INFOS + "/")) {
            rows = Integer.parseInt(column.getField().getMetadata().get(ArrowColumns.ROWS));
        }
        if (column instanceof VarBinaryVector pictures) {
            pictures(pictures, path, rows, sink);
        } else if (column instanceof VarCharVector texts) {
            texts(texts, path, rows, sink);
        } else {
            numbers(column, path, rows, tableRows, sink);
        }
    }

    private void numbers(FieldVector column, String path, int rows, int tableRows, ArraySink sink) throws IOException {
        FieldVector values = column;
        List<Long> shape = List.of();
        if (column instanceof FixedSizeListVector lists) {
            values = lists.getDataVector();
            shape = shape(path, lists);
        }
        DType dtype = ArrowTypes.dtype(values.getField().getType());
        if (rows < 0 || rows > tableRows) {
            throw new IOException(
                    "column " + path + " is said to have " + rows + " rows, but its table has " + tableRows);
        }
        MinariArray array = new MinariArray(path, dtype, shape, false);
        sink.begin(array, rows);
        FieldVector elements = values;
        RowBlocks.each(
                (from, to) -> bytes(elements, from * array.rowBytes(), (to - from) * array.rowBytes()),
                array.rowBytes(),
                0,
                rows,
                sink::rows);
        requireZero(path, bytes(values, (long) rows * array.rowBytes(), (long) (tableRows - rows) * array.rowBytes()));
    }

    private List<Long> shape(String path, FixedSizeListVector lists) throws IOException {
        MinariArray asked = arrays.get(path);
        if (asked != null && asked.rowElements() == lists.getListSize()) {
            return asked.rowShape();
        }
        return shape(path, lists.getField().getMetadata().get("shape"));
    }

    private static List<Long> shape(String path, String text) throws IOException {
        if (text == null) {
            throw new IOException("column " + path + " does not say the shape of its rows");
        }
        List<Long> shape = new ArrayList<>();
        for (String size : text.split(",")) {
            shape.add(Long.valueOf(size));
        }
        return shape;
    }

    private static byte[] bytes(FieldVector values, long from, long count) {
        byte[] bytes = new byte[Math.toIntExact(count)];
        if (values instanceof BitVector bits) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) bits.get((int) from + i);
            }
        } else {
            values.getDataBuffer().getBytes(from, bytes);
        }
        return bytes;
    }

    private static void requireZero(String path, byte[] rows) throws IOException {
        for (byte value : rows) {
            if (value != 0) {
                throw new IOException("column " + path + " does not end in a row of zeros");
            }
        }
    }

    private static void texts(VarCharVector texts, String path, int rows, ArraySink sink) throws IOException {
        List<Long> shape = shape(path, texts.getField().getMetadata().get(ArrowColumns.TEXT_BYTES));
        MinariArray array = new MinariArray(path, DType.TEXT, shape, false);
        sink.begin(array, rows);
        for (int row = 0; row < rows; row++) {
            sink.rows(Arrays.copyOf(texts.get(row), array.rowBytes()), 1);
        }
    }

    private static void pictures(VarBinaryVector pictures, String path, int rows, ArraySink sink) throws IOException {
        String noted = pictures.getField().getMetadata().get(ArrowColumns.PICTURE_SHAPE);
        MinariArray array = new MinariArray(path, DType.UINT8, shape(path, noted), true);
        sink.begin(array, rows);
        for (int row = 0; row < rows; row++) {
            sink.rows(PngFrames.decode(pictures.get(row), array.width(), array.height()), 1);
        }
    }

    @Override
    public void close() {}
}
