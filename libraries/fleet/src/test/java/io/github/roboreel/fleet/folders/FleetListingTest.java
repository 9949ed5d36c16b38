package io.github.roboreel.fleet.folders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetListingTest {
    @TempDir
    private Path root;

    @BeforeEach
    void make() throws IOException {
        for (String folder : List.of("b/take_0", "a/take_1", "a/deep/er/take_0", "a/.hidden/take")) {
            Files.createDirectories(root.resolve(folder));
            Files.writeString(root.resolve(folder).resolve("episode_results.jsonl"), "");
        }
        Files.createDirectories(root.resolve("c/without_results/Env"));
        Files.writeString(root.resolve("c/without_results/Env/run_0.hdf5"), "");
        Files.createDirectories(root.resolve("empty/of/all"));
    }

    private List<String> folders(String... sources) throws IOException {
        return new FleetListing(new Storages(Map.of()))
                .folders(List.of(sources)).stream()
                        .map(folder -> root.relativize(folder.location().path()).toString())
                        .toList();
    }

    @Test
    void outputFoldersAreFoundAtAnyDepthInTheOrderOfTheirPaths() throws IOException {
        assertEquals(
                List.of("a/deep/er/take_0", "a/take_1", "b/take_0", "c/without_results"), folders(root.toString()));
    }

    @Test
    void eachIsThereOnceHoweverItIsNamed() throws IOException {
        String folder = root.resolve("b/take_0").toString();
        assertEquals(
                List.of("b/take_0", "a/take_1"),
                folders(folder, "file://" + folder + "/", root.resolve("a/../b").toString(), root + "/[ab]/take_*"));
    }

    @Test
    void aSourceWithoutAnyIsWhatTheUserNamed() throws IOException {
        assertEquals(List.of("empty"), folders(root.resolve("empty").toString()));
    }

    @Test
    void namesAreThoseThatTheUserGave() throws IOException {
        List<FleetFolder> found = new FleetListing(new Storages(Map.of())).folders(List.of(root + "//b/"));
        assertEquals(root + "/b/take_0", found.get(0).name());
    }

    @Test
    void whatIsNoFolderIsRefused() {
        for (String source :
                List.of(root + "/nothing", root + "/no*thing", root + "/c/without_results/Env/run_0.hdf5")) {
            RoboReelException refused = assertThrows(RoboReelException.class, () -> folders(source));
            assertEquals(RoboReelException.Kind.BAD_ARGUMENT, refused.kind());
            assertTrue(refused.getMessage().contains(source), refused.getMessage());
        }
        assertThrows(RoboReelException.class, () -> folders("s9://bucket/x"));
    }
}
