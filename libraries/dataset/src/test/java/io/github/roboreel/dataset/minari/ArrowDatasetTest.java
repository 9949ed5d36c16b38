package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
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
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrow files of others, whole and damaged. */
class ArrowDatasetTest {
    private static final Map<String, MinariArray> DECLARED =
            Map.of("actions", new MinariArray("actions", DType.FLOAT64, List.of(2L, 1L), false));
    private static final int DAMAGES = 600;

    @TempDir
    private Path folder;

    private Path data;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        data = ForeignArrow.write(folder).resolve("data");
        file = data.resolve("0/part-0.arrow");
    }

    @Test
    void columnsAreTheArraysOfAGroup() throws IOException {
        try (ArrowDataset dataset = new ArrowDataset(data, DECLARED)) {
            assertTrue(ArrowDataset.isIn(data));
            assertEquals(List.of("episode_0", "episode_1"), dataset.members(""));
            assertEquals(
                    List.of("actions", "infos", "observations", "rewards", "terminations", "truncations"),
                    dataset.members("episode_1"));
            assertEquals(Kind.GROUP, dataset.kind("episode_1/observations/pair"));
            assertEquals(Kind.TEXTS, dataset.kind("episode_1/observations/word"));
            assertEquals(Kind.NOTHING, dataset.kind("episode_1/observations/wor"));
            assertEquals(Kind.NOTHING, dataset.kind("episode_2"));
            assertEquals(List.of(2L, 1L), dataset.info("episode_0/actions").rowShape());
            assertEquals(5, dataset.info("episode_0/actions").rows());
            assertEquals(6, dataset.info("episode_0/observations/bits").rows());
            assertEquals(
                    List.of(3L), dataset.info("episode_0/observations/bits").rowShape());
            assertEquals(List.of(2L, 2L), dataset.info("episode_0/infos/speed").rowShape());
            assertEquals(
                    Map.of("id", 0L, "total_steps", 5L, "seed", 40L, "options/level", 3L),
                    dataset.attributes("episode_0"));
            assertEquals(List.of("options/gains"), dataset.otherAttributes("episode_0"));
            IOException when = assertThrows(IOException.class, () -> dataset.info("episode_0/infos/when"));
            assertEquals("its type is Arrow's Duration", when.getMessage());
        }
    }

    @Test
    void whatIsCutOffIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int length : new int[] {0, 3, 16, whole.length / 2, whole.length - 7, whole.length - 1}) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertTrue(
                    refusal().matches("\\S+part-0.arrow (is shorter|does not end|says that its footer).*"), refusal());
        }
        Files.write(file, new byte[1 << 16]);
        assertTrue(refusal().contains("does not end as an Arrow file does"), refusal());
        Files.delete(file);
        assertTrue(refusal().startsWith("there is no " + file), refusal());
    }

    @Test
    void listsLargerThanTheirDataAreRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int at = ForeignArrow.lastIndexOf(whole, 33 * 40 * 3);
        for (int size : new int[] {33 * 40 * 3 + 100, 1 << 30, Integer.MAX_VALUE, -1}) {
            ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).putInt(at, size);
            Files.write(file, whole);
            String refused = refusal();
            assertTrue(
                    refused.contains(size < 0 ? "has lists of -1 elements" : "but 23760 are needed")
                            || refused.contains("values, but"),
                    refused);
            assertTrue(refused.endsWith("; repair the dataset, or write it again as HDF5"), refused);
        }
    }

    @Test
    void aRowWithoutAValueIsNamed() throws IOException {
        writeTable(1, (rewards, infos) -> rewards.setNull(1));
        try (ArrowDataset dataset = new ArrowDataset(data, Map.of())) {
            assertEquals(16, dataset.readBytes("episode_0/rewards", 2, 4).length);
            IOException none = assertThrows(IOException.class, () -> dataset.readBytes("episode_0/rewards", 0, 4));
            assertEquals(
                    file + " has no value in row 1 of 'rewards', and a step has them all; repair the dataset",
                    none.getMessage());
            assertEquals(
                    List.of("{\"a\": 0}", "{\"a\": 1}"),
                    dataset.readTexts("episode_0/infos/json").subList(0, 2));
        }
    }

    @Test
    void anEpisodeIsOneBatch() throws IOException {
        writeTable(2, (rewards, infos) -> {});
        assertEquals(
                file + " has 2 record batches, but an episode is one; repair the dataset, or write it again as HDF5",
                refusal());
    }

    private interface Change {
        void make(Float8Vector rewards, VarCharVector infos);
    }

    /** Five rows of rewards, the last of which does not count, and of infos as later versions of Minari write them. */
    private void writeTable(int batches, Change change) throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                Float8Vector rewards = new Float8Vector("rewards", allocator);
                VarCharVector infos = new VarCharVector("infos", allocator);
                FileChannel channel =
                        FileChannel.open(file, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
                VectorSchemaRoot table = VectorSchemaRoot.of(rewards, infos);
                ArrowFileWriter writer = new ArrowFileWriter(table, null, channel)) {
            for (int row = 0; row < 5; row++) {
                rewards.setSafe(row, row);
                infos.setSafe(row, ("{\"a\": " + row + "}").getBytes(StandardCharsets.UTF_8));
            }
            change.make(rewards, infos);
            table.setRowCount(5);
            writer.start();
            for (int batch = 0; batch < batches; batch++) {
                writer.writeBatch();
            }
            writer.end();
        }
    }

    private String refusal() {
        String message =
                assertThrows(ExportRefusedException.class, () -> readAll(data)).getMessage();
        assertFalse(message.contains("\n"), message);
        return message;
    }

    /** Wherever a byte is another one, it is a value, or it ends in a sentence. */
    @Test
    void everyDamageEndsInASentence() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int footer = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(whole.length - 10);
        Random random = new Random(1);
        int refused = 0;
        for (int i = 0; i < DAMAGES; i++) {
            byte[] damaged = whole.clone();
            boolean inFooter = i % 2 == 0;
            int from = inFooter ? whole.length - 10 - footer : 8;
            int to = inFooter ? whole.length : 3_000;
            for (int k = 0; k <= i % 3; k++) {
                damaged[from + random.nextInt(to - from)] = (byte) (i % 5 == 0 ? -1 : random.nextInt());
            }
            Files.write(file, damaged);
            refused += endsInASentence() ? 1 : 0;
        }
        assertTrue(refused > DAMAGES / 10 && refused < DAMAGES, refused + " of " + DAMAGES);
    }

    private boolean endsInASentence() {
        try {
            readAll(data);
            return false;
        } catch (IOException | ExportRefusedException e) {
            assertTrue(e.getMessage() != null && e.getMessage().length() > 9, e.toString());
            return true;
        }
    }

    private static void readAll(Path data) throws IOException {
        try (ArrowDataset dataset = new ArrowDataset(data, DECLARED)) {
            for (FoundArray array : FoundArray.below(dataset, "episode_0")) {
                String whole = array.path();
                if (array.kind() == Kind.TEXTS) {
                    dataset.readTexts(whole);
                } else if (array.kind() == Kind.BLOBS) {
                    dataset.readBlobs(whole, 0, dataset.info(whole).rows());
                } else if (!array.name().equals("infos/when")) {
                    dataset.readBytes(whole, 0, dataset.info(whole).rows());
                }
            }
        }
    }
}
