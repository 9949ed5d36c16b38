package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.minari.DatasetStorage.ArraySink;
import io.github.roboreel.format.fault.IoConsumer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.util.OversizedAllocationException;

/** Writes each episode into a folder of its number. */
final class ArrowStore implements DatasetStorage.Writer {
    static final String FILE = "part-0.arrow";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path data;
    private final ArrowMemory memory;
    private final Set<String> discrete;

    ArrowStore(Path data, ArrowMemory memory, Set<String> discrete) {
        this.data = data;
        this.memory = memory;
        this.discrete = discrete;
    }

    @Override
    public void write(Map<String, Object> attributes, IoConsumer<ArraySink> arrays) throws IOException {
        long number = (long) attributes.get(DatasetStorage.ID);
        long steps = (long) attributes.get(DatasetStorage.TOTAL_STEPS);
        Path folder = Files.createDirectory(data.resolve(Long.toString(number)));
        try (BufferAllocator allocator = memory.allocator();
                ArrowColumns columns = new ArrowColumns(allocator, discrete, Math.toIntExact(steps + 1))) {
            arrays.accept(columns);
            write(folder.resolve(FILE), columns.table());
        } catch (OutOfMemoryException e) {
            throw memory.tooSmall(number, steps);
        } catch (OversizedAllocationException e) {
            throw ArrowColumns.tooLarge(number);
        }
        Files.writeString(folder.resolve(DatasetStorage.METADATA), json(attributes));
    }

    private static void write(Path file, VectorSchemaRoot table) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                ArrowFileWriter writer = new ArrowFileWriter(table, null, channel)) {
            writer.start();
            writer.writeBatch();
            writer.end();
        }
    }

    /** Names with slashes become objects, as Minari makes of those in HDF5. */
    private static String json(Map<String, Object> attributes) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        attributes.forEach((name, value) -> {
            ObjectNode parent = root;
            String[] parts = name.split("/");
            for (int i = 0; i < parts.length - 1; i++) {
                parent = parent.withObjectProperty(parts[i]);
            }
            parent.putPOJO(parts[parts.length - 1], value);
        });
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    @Override
    public void close() {}
}
