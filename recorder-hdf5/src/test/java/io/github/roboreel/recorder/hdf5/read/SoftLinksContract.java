package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.hdf5.LinkedFiles;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every reader of run files makes of links within a file, and of a demo that is none. */
public abstract class SoftLinksContract {
    @TempDir
    Path folder;

    /** Opens a run file with the reader that is tested. */
    protected abstract RunReader open(Path file) throws IOException;

    @Test
    void softLinksAreReadUnderTheirOwnPathsAndCirclesEnd() throws Exception {
        try (RunReader reader = open(LinkedFiles.make(folder, "soft"))) {
            assertEquals(List.of("demo_0", "demo_1"), reader.demoNames());
            for (String name : reader.demoNames()) {
                EpisodeReader demo = reader.demo(name);
                List<String> expected = List.of(
                        "actions",
                        "group/chain",
                        "group/relative",
                        "group/y",
                        "obs/chain",
                        "obs/relative",
                        "obs/y",
                        "x");
                List<String> paths = demo.paths();
                assertEquals(
                        expected,
                        paths.stream()
                                .filter(path -> !path.startsWith("above/"))
                                .toList());
                for (String path : paths) {
                    assertTrue(demo.has(path), path);
                    assertEquals(4, demo.info(path).rows(), path);
                    assertEquals(path.equals("obs/y"), demo.info(path).declared(), path);
                    assertArrayEquals(LinkedFiles.values(), demo.readDoubles(path), path);
                }
                for (String path : List.of("self", "obs/up", "above", "nowhere", "below_nothing", "group")) {
                    assertFalse(demo.has(path), path);
                }
            }
        }
    }

    @Test
    void aDemoThatIsALinkOutOfTheFolderIsRefusedAndTheOthersAreRead() throws Exception {
        try (RunReader reader = open(LinkedFiles.make(folder, "demo-out"))) {
            assertEquals(List.of("demo_0", "demo_1"), reader.demoNames());
            IOException refused =
                    assertThrows(IOException.class, () -> reader.demo("demo_1").attributes());
            String message = refused.getMessage();
            assertTrue(message.contains(", data/demo_1: it takes values from '" + folder + "/out/secret"), message);
            assertEquals(Kind.LEADS_OUTSIDE, Kind.of(refused));
            assertArrayEquals(LinkedFiles.values(), reader.demo("demo_0").readDoubles("x"));
        }
    }
}
