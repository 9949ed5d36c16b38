package io.github.roboreel.tools.resume;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetAsideFolderTest {
    @TempDir
    Path envFolder;

    @Test
    void aTimeThatComesTwiceGivesTwoFolders() throws IOException {
        LocalDateTime now = LocalDateTime.of(2026, 10, 25, 2, 30, 0);

        Path first = SetAsideFolder.create(envFolder, 3, now);
        Files.writeString(first.resolve("run_3.hdf5"), "first");
        Path second = SetAsideFolder.create(envFolder, 3, now);

        assertEquals("replaced-run_3-20261025-023000", first.getFileName().toString());
        assertEquals("replaced-run_3-20261025-023000-2", second.getFileName().toString());
        assertTrue(Files.isDirectory(second));
        assertEquals("first", Files.readString(first.resolve("run_3.hdf5")));
    }
}
