package io.github.roboreel.dataset.rlds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.rlds.ExampleReader.ListKind;
import io.github.roboreel.format.Float16;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordDamageTest {
    /** Takes nothing. */
    private static final ExampleReader.Visitor FUSSY = (key, kind) -> {
        throw new ExportRefusedException("there should be no " + key);
    };

    @TempDir
    Path folder;

    @Test
    void hasTheChecksumThatTensorFlowWants() {
        byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
        int crc = 0xE3069283;
        assertEquals(((crc >>> 15) | (crc << 17)) + 0xA282EAD8, MaskedCrc.of(digits), "masked CRC-32C");
    }

    @Test
    void noticesEveryFlippedByteAndEveryCut() throws IOException {
        byte[] good = Files.readAllBytes(record(Integer.MAX_VALUE));
        assertTrue(isReadable(good));
        for (int at = 0; at < good.length; at++) {
            byte[] flipped = good.clone();
            flipped[at] ^= 0x10;
            assertFalse(isReadable(flipped), "byte " + at + " is flipped");
        }
        for (int length = 1; length < good.length; length++) {
            assertFalse(isReadable(Arrays.copyOf(good, length)), "cut to " + length + " bytes");
        }
    }

    @Test
    void tellsOfTheDamageAndNotOfWhatTheBytesSeemToMean() throws IOException {
        byte[] good = Files.readAllBytes(record(Integer.MAX_VALUE));
        for (int at = 12; at < good.length; at += 11) {
            byte[] flipped = good.clone();
            flipped[at] ^= 0x10;
            Path file = Files.write(folder.resolve("flipped"), flipped);
            try (TfRecordReader records = new TfRecordReader(file)) {
                IOException found = assertThrows(
                        IOException.class, () -> records.next(payload -> ExampleReader.read(payload, FUSSY)));
                assertTrue(
                        found.getMessage().contains("record 0 has a wrong checksum"),
                        "byte " + at + ": " + found.getMessage());
            }
        }
    }

    private boolean isReadable(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("damaged"), bytes);
        try (TfRecordReader records = new TfRecordReader(file)) {
            return records.next(payload -> {}) && !records.next(payload -> {});
        } catch (IOException e) {
            return false;
        } finally {
            // Some file systems flush a file that is cut to nothing and written again.
            Files.delete(file);
        }
    }

    @Test
    void refusesAnEpisodeThatReadersCannotTake() {
        ExportRefusedException refused = assertThrows(ExportRefusedException.class, () -> record(1000));
        assertTrue(refused.getMessage().startsWith("run_0.hdf5 takes more than 1000 bytes"), refused.getMessage());
    }

    private Path record(long mostBytes) throws IOException {
        Path shards = folder.resolve("records-" + mostBytes);
        Files.createDirectories(shards);
        try (ExampleBuilder example = new ExampleBuilder(folder.resolve("scratch"), mostBytes);
                ShardWriter records = new ShardWriter(shards, Long.MAX_VALUE)) {
            example.begin("run_0.hdf5");
            example.add("numbers", ListKind.INT64, list -> {
                for (int i = 0; i < 200; i++) {
                    list.writeInt64NoTag(-i);
                }
            });
            records.write(example);
        }
        return shards.resolve("shard-0");
    }

    @Test
    void keepsEveryHalfFloat() {
        for (int half = 0; half <= 0xffff; half++) {
            assertEquals((short) half, Float16.narrow(Float16.widen((short) half)));
        }
        assertEquals(Float.floatToRawIntBits(-1.5f), Float16.widen((short) 0xbe00));
        assertEquals(0x1p-24f, Float.intBitsToFloat(Float16.widen((short) 1)));
    }
}
