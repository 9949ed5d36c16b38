package io.github.roboreel.recordings.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderArgumentsTest {
    @TempDir
    Path root;

    @BeforeEach
    void makesFolders() throws IOException {
        for (String name : List.of("pi0_b", "pi0_a", "other/pi0_c", ".hidden", "odd[1]")) {
            Files.createDirectories(root.resolve(name));
        }
        Files.writeString(root.resolve("pi0_file"), "");
    }

    @Test
    void keepsTheOrderGivenAndNamesEachOnce() {
        assertEquals(
                List.of(root.resolve("other"), root.resolve("pi0_a"), root.resolve("pi0_b")),
                expand("other", "pi0_*", "pi0_a"));
    }

    @Test
    void namesAFolderOnceHoweverItIsSpelled() throws IOException {
        Files.createSymbolicLink(root.resolve("link"), root.resolve("pi0_a"));

        assertEquals(List.of(root.resolve("pi0_a")), expand("pi0_a", "./pi0_a", "link"));
        assertEquals(List.of(root.resolve("link")), expand("link", "pi0_a/"));
    }

    @Test
    void expandsPatternsOnAnyLevel() {
        assertEquals(List.of(root.resolve("other/pi0_c")), expand("*/pi0_?"));
        assertEquals(List.of(root.resolve("pi0_a"), root.resolve("pi0_b")), expand("pi0_{b,a}"));
        assertEquals(List.of(root.resolve("pi0_b")), expand("pi0_[!a]"));
    }

    @Test
    void prefersAFolderOfThatVeryName() {
        assertEquals(List.of(root.resolve("odd[1]")), expand("odd[1]"));
    }

    @Test
    void leavesHiddenFoldersToThoseWhoNameThem() {
        assertTrue(expand("*").stream().noneMatch(p -> p.endsWith(".hidden")));
        assertEquals(List.of(root.resolve(".hidden")), expand(".hidden"));
    }

    @Test
    void namesWhatIsNotThere() {
        requireRefusal("there is no folder", "nowhere");
        requireRefusal("no folder matches", "now*");
        requireRefusal("is not a folder", "pi0_file");
    }

    @Test
    void expandsRelativeToTheWorkingFolder() {
        assertEquals(
                List.of(Path.of("src/main"), Path.of("src/test")),
                FolderArguments.expand(List.of("src/*", "src/test/")));
    }

    private List<Path> expand(String... names) {
        return FolderArguments.expand(
                Arrays.stream(names).map(n -> root + "/" + n).toList());
    }

    private void requireRefusal(String part, String name) {
        String message =
                assertThrows(IllegalArgumentException.class, () -> expand(name)).getMessage();
        assertTrue(message.contains(part), message);
        assertTrue(message.contains(root + "/" + name), message);
    }
}
