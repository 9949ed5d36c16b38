package io.github.roboreel.dashboard.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures kept on disk. */
class PosterCacheTest {
    @TempDir
    private Path folder;

    @Test
    void theOnesUsedLongestAgoMakeRoom() throws IOException {
        Path cache = folder.resolve("not/there/yet");
        PosterCache posters = new PosterCache(cache, 1000);
        for (int i = 0; i < 20; i++) {
            posters.put("p" + i, new byte[100 + i]);
            Files.setLastModifiedTime(cache.resolve("p" + i + ".jpg"), FileTime.fromMillis(1000L * i));
            if (i == 8) {
                assertEquals(102, posters.get("p2").orElseThrow().length);
            }
        }
        long bytes;
        try (Stream<Path> files = Files.list(cache)) {
            bytes = files.mapToLong(file -> file.toFile().length()).sum();
        }
        assertTrue(bytes <= 1125, bytes + " bytes");
        assertArrayEquals(new byte[119], posters.get("p19").orElseThrow());
        assertEquals(102, posters.get("p2").orElseThrow().length);
        assertTrue(posters.get("p3").isEmpty());
    }

    @Test
    void aFolderThatCannotBeWrittenKeepsNothing() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        PosterCache posters = new PosterCache(file.resolve("cache"), 1000);
        posters.put("a", new byte[3]);
        assertTrue(posters.get("a").isEmpty());
    }
}
