package io.github.roboreel.systemtests.torture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AckFileTest {
    @TempDir
    Path folder;

    @Test
    void holdsLittleEndianNumbersAndStartsWithZerosAgain() throws Exception {
        Path path = folder.resolve("ack");
        AckFile file = AckFile.create(path, 2);
        file.put(1, 0x0102);
        byte[] expected = new byte[16];
        expected[8] = 2;
        expected[9] = 1;
        assertArrayEquals(expected, Files.readAllBytes(path));
        assertEquals(0x0102, AckFile.open(path, 2).sum());
        assertEquals(0, AckFile.open(path, 2).least());
        AckFile.create(path, 2);
        assertArrayEquals(new byte[16], Files.readAllBytes(path));
    }

    @Test
    void anotherFileIsLeftAlone() throws Exception {
        Path path = Files.writeString(folder.resolve("results.jsonl"), "{}\n");
        Exception e = assertThrows(IllegalArgumentException.class, () -> AckFile.create(path, 2));
        assertTrue(e.getMessage().contains("a file of 3 bytes"), e.getMessage());
        assertEquals("{}\n", Files.readString(path));
    }
}
