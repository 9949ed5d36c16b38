package io.github.roboreel.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewFileWriterTest {
    @TempDir
    Path folder;

    @Test
    void afterAFullDiskThereIsNothingAndTheSameCallWorks() throws IOException {
        Path file = folder.resolve("all.jsonl");

        IOException fault = assertThrows(
                IOException.class,
                () -> NewFileWriter.write(file, out -> {
                    out.write("half".repeat(10_000));
                    throw new IOException("No space left on device");
                }));

        assertTrue(fault.getMessage().startsWith(file + " cannot be written (No space left"), fault.getMessage());
        assertEquals(0, folder.toFile().list().length);
        NewFileWriter.write(file, out -> out.write("whole \u00e9"));
        assertEquals("whole \u00e9", Files.readString(file));
    }

    @Test
    void aFileThatIsThereStays() throws IOException {
        Path file = Files.writeString(folder.resolve("x.csv"), "mine");
        assertThrows(FileAlreadyExistsException.class, () -> NewFileWriter.write(file, out -> out.write("other")));
        assertEquals("mine", Files.readString(file));
    }
}
