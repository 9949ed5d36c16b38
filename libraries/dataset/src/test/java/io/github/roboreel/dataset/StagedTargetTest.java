package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedTargetTest {
    @TempDir
    Path folder;

    @Test
    void aFileGetsItsNameAtTheEnd() throws IOException {
        Path target = folder.resolve("new/out.hdf5");
        try (StagedTarget staged = StagedTarget.of(target)) {
            Files.writeString(staged.work(), "data");
            assertFalse(Files.exists(target));
            staged.finish();
        }
        assertEquals("data", Files.readString(target));
        assertEquals(List.of(target), entries(target.getParent()));
    }

    @Test
    void aFolderGetsItsNameAtTheEnd() throws IOException {
        Path target = folder.resolve("dataset");
        try (StagedTarget staged = StagedTarget.of(target)) {
            Files.createDirectories(staged.work().resolve("data"));
            Files.writeString(staged.work().resolve("data/a.txt"), "data");
            staged.finish();
        }
        assertEquals("data", Files.readString(target.resolve("data/a.txt")));
        assertEquals(List.of(target), entries(folder));
    }

    @Test
    void whatIsNotFinishedIsRemoved() throws IOException {
        try (StagedTarget staged = StagedTarget.of(folder.resolve("dataset"))) {
            Files.createDirectories(staged.work().resolve("data"));
        }
        assertEquals(List.of(), entries(folder));
    }

    @Test
    void aFileThatCameToExistStaysAndSoDoesTheExport() throws IOException {
        requireBothStay(folder.resolve("out.hdf5"), false);
    }

    @Test
    void aFileWhereAFolderIsToBeStaysAndSoDoesTheExport() throws IOException {
        requireBothStay(folder.resolve("dataset"), true);
    }

    private void requireBothStay(Path target, boolean isFolder) throws IOException {
        Path work;
        try (StagedTarget staged = StagedTarget.of(target)) {
            work = staged.work();
            if (isFolder) {
                Files.createDirectory(work);
            }
            Path file = isFolder ? work.resolve("a.txt") : work;
            Files.writeString(file, "ours");
            Files.writeString(target, "theirs");
            String message = assertThrows(IOException.class, staged::finish).getMessage();
            assertTrue(message.contains(target + " came to exist"), message);
            assertTrue(message.contains(work.toString()), message);
        }
        assertEquals("theirs", Files.readString(target));
        assertEquals("ours", Files.readString(isFolder ? work.resolve("a.txt") : work));
    }

    @Test
    void aLinkThatLeadsNowhereIsNotReplaced() throws IOException {
        Path link = folder.resolve("out.hdf5");
        Files.createSymbolicLink(link, folder.resolve("nowhere"));

        assertThrows(ExportRefusedException.class, () -> StagedTarget.of(link));

        assertTrue(Files.isSymbolicLink(link));
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }
}
