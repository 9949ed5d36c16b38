package io.github.roboreel.dataset.minari;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * A dataset as Minari's own storage writes it: the columns that {@code minari/dataset/_storages/arrow_storage.py} makes
 * of each kind of space, with one row more of actions, rewards and flags than there are, of which nothing counts.
 */
public final class ForeignArrow {
    /** Steps of each episode. */
    public static final List<Integer> STEPS = List.of(5, 7);

    /** Height and width of the camera. */
    public static final List<Integer> CAMERA = List.of(33, 40);

    private static final int PIXELS = 33 * 40 * 3;
    private static final String SPACE = """
            {"type": "Dict", "subspaces": {
              "q": {"type": "Box", "dtype": "float32", "shape": [3], "low": [-1.5, -2, -3], "high": [1, 2, 3.5]},
              "cam": {"type": "Box", "dtype": "uint8", "shape": [33, 40, 3], "low": 0, "high": 255},
              "bits": {"type": "MultiBinary", "n": 3},
              "word": {"type": "Text", "max_length": 9, "min_length": 0, "charset": "abc"},
              "pair": {"type": "Tuple", "subspaces": [
                {"type": "Box", "dtype": "float64", "shape": [], "low": 0, "high": "inf"},
                {"type": "Discrete", "dtype": "int64", "n": 4, "start": 0}]}}}""";
    private static final String ACTIONS =
            "{\"type\": \"Box\", \"dtype\": \"float64\", \"shape\": [2, 1], \"low\": -1, \"high\": 1}";

    private ForeignArrow() {}

    /** Writes one into a folder, which gets {@code data}. */
    public static Path write(Path folder) throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        for (int i = 0; i < STEPS.size(); i++) {
            Path episode = Files.createDirectories(data.resolve(Integer.toString(i)));
            writeEpisode(episode.resolve("part-0.arrow"), i, STEPS.get(i));
            Files.writeString(
                    episode.resolve("metadata.json"),
                    "{\"id\": %d, \"total_steps\": %d, \"seed\": %d, \"options\": {\"level\": 3, \"gains\": [1, 2]}}"
                            .formatted(i, STEPS.get(i), 40 + i));
        }
        Files.writeString(data.resolve("metadata.json"), """
                {"data_format": "arrow", "total_episodes": 2, "total_steps": 12, "dataset_id": "lab/pick-v0",
                 "minari_version": "0.5.3", "observation_space": %s, "action_space": %s}""".formatted(quoted(SPACE), quoted(ACTIONS)));
        return folder;
    }

    private static String quoted(String json) {
        return '"' + json.replace("\n", " ").replace("\"", "\\\"") + '"';
    }

    /** What an element of an array is, by what the tests compare with. */
    public static double value(String name, int episode, int row, int element) {
        return switch (name) {
            case "bits" -> (row + element) % 2;
            case "cam" -> (episode * 50 + row * 7 + element) % 256;
            case "pair/1" -> (row + episode) % 4;
            default -> name.length() + episode * 100 + row + element / 8.0;
        };
    }

    /** The text of a row. */
    public static String word(int episode, int row) {
        return "abcabcabc".substring(0, 1 + (episode + row) % 9);
    }

    private static void writeEpisode(Path file, int episode, int steps) throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                StructVector root = StructVector.empty("", allocator);
                FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            Episode columns = new Episode(root, episode, steps + 1);
            columns.all();
            try (VectorSchemaRoot table = new VectorSchemaRoot(root);
                    ArrowFileWriter writer = new ArrowFileWriter(table, null, channel)) {
                writer.start();
                writer.writeBatch();
                writer.end();
            }
        }
    }

    /** The columns of an episode, being filled. */
    private record Episode(StructVector root, int number, int rows) {
        private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
        private static final ArrowType DOUBLE = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);

        void all() {
            StructVector observations = root.addOrGetStruct("observations");
            list(observations, "q", FLOAT, 3, Map.of(), "q");
            list(observations, "cam", new ArrowType.Int(8, false), PIXELS, Map.of(), "cam");
            bits(observations);
            words(observations);
            StructVector pair = observations.addOrGetStruct("pair");
            list(pair, "0", DOUBLE, 1, Map.of(), "pair/0");
            plain(pair, "1", new ArrowType.Int(32, true), row -> value("pair/1", number, row, 0));
            list(root, "actions", DOUBLE, 2, Map.of(), "actions");
            plain(root, "rewards", DOUBLE, row -> row < rows - 1 ? value("rewards", number, row, 0) : 0);
            plain(root, "terminations", ArrowType.Bool.INSTANCE, row -> row == rows - 2 && number == 0 ? 1 : 0);
            plain(root, "truncations", ArrowType.Bool.INSTANCE, row -> row == rows - 2 && number == 1 ? 1 : 0);
            StructVector infos = root.addOrGetStruct("infos");
            list(infos, "speed", DOUBLE, 4, Map.of("shape", "2,2"), "speed");
            plain(infos.addOrGetStruct("deep"), "flag", ArrowType.Bool.INSTANCE, row -> row % 2);
            plain(infos, "when", new ArrowType.Duration(org.apache.arrow.vector.types.TimeUnit.SECOND), null);
            finish(root);
        }

        private void list(
                StructVector parent, String name, ArrowType type, int size, Map<String, String> noted, String values) {
            FieldType field = new FieldType(true, new ArrowType.FixedSizeList(size), null, noted);
            FixedSizeListVector lists = parent.addOrGet(name, field, FixedSizeListVector.class);
            lists.addOrGetVector(FieldType.nullable(type));
            lists.setInitialCapacity(rows);
            lists.allocateNew();
            for (int i = 0; i < rows * size; i++) {
                put(lists.getDataVector(), i, value(values, number, i / size, i % size));
            }
            for (int row = 0; row < rows; row++) {
                lists.setNotNull(row);
            }
        }

        private void plain(StructVector parent, String name, ArrowType type, IntToDoubleFunction values) {
            FieldVector column = parent.addOrGet(name, FieldType.nullable(type), FieldVector.class);
            column.setInitialCapacity(rows);
            column.allocateNew();
            for (int row = 0; row < rows && values != null; row++) {
                put(column, row, values.applyAsDouble(row));
            }
        }

        private static void put(FieldVector vector, int index, double value) {
            if (vector instanceof Float4Vector floats) {
                floats.setSafe(index, (float) value);
            } else if (vector instanceof Float8Vector doubles) {
                doubles.setSafe(index, value);
            } else if (vector instanceof UInt1Vector bytes) {
                bytes.setSafe(index, (int) value);
            } else if (vector instanceof IntVector ints) {
                ints.setSafe(index, (int) value);
            } else {
                ((BitVector) vector).setSafe(index, (int) value);
            }
        }

        /** Of spaces that Minari does not know better it writes lists that may have any length. */
        private void bits(StructVector observations) {
            FieldType field = FieldType.nullable(ArrowType.List.INSTANCE);
            ListVector lists = observations.addOrGet("bits", field, ListVector.class);
            lists.addOrGetVector(FieldType.nullable(new ArrowType.Int(32, true)));
            lists.allocateNew();
            for (int row = 0; row < rows; row++) {
                int first = lists.startNewValue(row);
                for (int i = 0; i < 3; i++) {
                    put(lists.getDataVector(), first + i, value("bits", number, row, i));
                }
                lists.endValue(row, 3);
            }
        }

        private void words(StructVector observations) {
            FieldType field = FieldType.nullable(ArrowType.Utf8.INSTANCE);
            VarCharVector texts = observations.addOrGet("word", field, VarCharVector.class);
            texts.allocateNew();
            for (int row = 0; row < rows; row++) {
                texts.setSafe(row, word(number, row).getBytes(StandardCharsets.UTF_8));
            }
        }

        private void finish(FieldVector vector) {
            if (vector instanceof StructVector struct) {
                struct.getChildrenFromFields().forEach(this::finish);
                for (int row = 0; row < rows; row++) {
                    struct.setIndexDefined(row);
                }
            }
            vector.setValueCount(rows);
        }
    }

    /** Where an integer stands in a file for the last time, little-endian. */
    public static int lastIndexOf(byte[] file, int wanted) {
        byte[] bytes = ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(wanted)
                .array();
        int at = file.length - bytes.length;
        while (!Arrays.equals(file, at, at + bytes.length, bytes, 0, bytes.length)) {
            at--;
        }
        return at;
    }
}
