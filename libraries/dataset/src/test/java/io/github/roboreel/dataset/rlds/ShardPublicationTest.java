package io.github.roboreel.dataset.rlds;

import static io.github.roboreel.dataset.rlds.ExportChecks.assertUnchanged;
import static io.github.roboreel.dataset.rlds.ExportChecks.contents;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardPublicationTest {
    @TempDir
    Path folder;

    private Path dataset;
    private List<Path> files;
    private List<Path> places;
    private Path newInfo;
    private Map<String, byte[]> before;

    @BeforeEach
    void prepare() throws IOException {
        dataset = Files.createDirectory(folder.resolve("1.0.0"));
        Path work = Files.createDirectory(folder.resolve("work"));
        files = List.of(work.resolve("a"), work.resolve("b"));
        for (Path file : files) {
            Files.writeString(file, "new " + file.getFileName());
        }
        places = List.of(dataset.resolve("d-00001"), dataset.resolve("d-00002"));
        newInfo = Files.writeString(DatasetInfoFile.in(work), "3 files");
        Files.writeString(DatasetInfoFile.in(dataset), "1 file");
        Files.writeString(dataset.resolve("d-00000"), "old");
        before = contents(dataset);
    }

    private ShardPublication publication() {
        return new ShardPublication(dataset, files, places, newInfo);
    }

    @Test
    void isNotTornByAnInterrupt() throws IOException {
        ShardPublication publication = publication();
        publication.force();
        Thread.currentThread().interrupt();
        try {
            publication.publish();
        } finally {
            assertTrue(Thread.interrupted(), "who waits for the interrupt still sees it");
        }
        assertEquals("new a", Files.readString(places.get(0)));
        assertEquals("new b", Files.readString(places.get(1)));
        assertEquals("3 files", Files.readString(DatasetInfoFile.in(dataset)));
    }

    @Test
    void anInterruptBeforehandChangesNothing() throws IOException {
        Thread.currentThread().interrupt();
        try {
            assertThrows(IOException.class, () -> publication().force());
        } finally {
            assertTrue(Thread.interrupted());
        }
        assertUnchanged(before, dataset);
    }

    @Test
    void takesBackWhatItHasMovedWhenTheNextCannotBe() throws IOException {
        Files.delete(files.get(1));
        assertThrows(NoSuchFileException.class, () -> publication().publish());
        assertUnchanged(before, dataset);
    }

    @Test
    void takesAllBackWhenTheInfoCannotBeReplaced() throws IOException {
        Files.delete(newInfo);
        assertThrows(NoSuchFileException.class, () -> publication().publish());
        assertUnchanged(before, dataset);
    }

    @Test
    void movesNothingWhereALaterPlaceIsTaken() throws IOException {
        Files.writeString(places.get(1), "of another");
        before = contents(dataset);
        ExportRefusedException refused =
                assertThrows(ExportRefusedException.class, () -> publication().publish());
        assertTrue(refused.getMessage().contains("[d-00002]"), refused.getMessage());
        assertUnchanged(before, dataset);
    }
}
