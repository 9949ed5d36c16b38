package io.github.roboreel.dashboard.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.dashboard.index.RecordingIndex.Progress;
import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RecordingIndexTest {
    private static final FileTime AN_HOUR_AGO = FileTime.from(Instant.now().minusSeconds(3600));

    @TempDir
    Path folder;

    @TempDir
    Path cache;

    private RecordingIndex open() throws IOException {
        return RecordingIndex.open(List.of(folder), cache);
    }

    /** Recordings of one line each; what has just changed is not kept. */
    private void write(int recordings) throws IOException {
        for (int i = 0; i < recordings; i++) {
            Path recording = Files.createDirectory(folder.resolve("take_" + i));
            Path results = recording.resolve(RunFolder.RESULTS);
            Files.writeString(results, "{\"env_name\": \"A\", \"run\": " + i + "}\n");
            Files.setLastModifiedTime(results, AN_HOUR_AGO);
            Files.setLastModifiedTime(recording, AN_HOUR_AGO);
        }
    }

    private long kept() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.filter(file -> file.toString().endsWith(".recording")).count();
        }
    }

    @Test
    void firstLook_whenComplete_hasReadAndKeptAll() throws Exception {
        write(3);
        for (int start = 0; start < 2; start++) {
            try (RecordingIndex index = open()) {
                index.firstLook().get(60, TimeUnit.SECONDS);

                assertEquals(new Progress(3, 3), index.progress());
                assertEquals(
                        List.of(0, 1, 2),
                        index.indexed().stream()
                                .map(recording ->
                                        recording.episodes().get(0).run().getAsInt())
                                .toList());
                assertEquals(3, kept());
            }
        }
    }

    @Test
    void close_duringTheFirstLook_keepsWhatWasRead() throws Exception {
        write(300);
        RecordingIndex index = open();
        while (index.progress().done() == 0) {
            Thread.onSpinWait();
        }
        index.close();

        assertEquals(index.progress().done(), kept());
    }
}
