package io.github.roboreel.recorder.jhdf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.hdf5.LinkedFiles;
import io.github.roboreel.recorder.hdf5.read.SoftLinksContract;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Links, virtual datasets and external storage in plain Java, which reads one file only. */
class LinkedValuesTest extends SoftLinksContract {
    @TempDir
    private Path place;

    @Override
    protected RunReader open(Path file) throws IOException {
        return JhdfRunReader.open(file);
    }

    static Stream<String> linked() {
        return Stream.concat(LinkedFiles.REFUSED.stream(), LinkedFiles.READ.stream())
                .filter(kind -> kind.startsWith("link-") && !kind.equals("link-group") || kind.equals("soft-out"));
    }

    @ParameterizedTest
    @MethodSource("linked")
    void linksToOtherFilesAreRefusedByName(String kind) throws Exception {
        Path file = LinkedFiles.make(place, kind);
        try (RunReader reader = open(file)) {
            EpisodeReader demo = reader.demo("demo_0");
            assertTrue(demo.paths().contains("x"), () -> "not listed");
            IOException refused = assertThrows(IOException.class, () -> demo.readDoubles("x"));
            assertTrue(refused.getMessage().startsWith(file + ", data/demo_0/x: it takes values from '"));
            assertEquals(Kind.LEADS_OUTSIDE, Kind.of(refused));
            assertArrayEquals(LinkedFiles.values(), demo.readDoubles("actions"));
        }
    }

    static Stream<String> elsewhere() {
        return Stream.concat(LinkedFiles.REFUSED.stream(), LinkedFiles.READ.stream())
                .filter(kind -> kind.startsWith("virtual") || kind.startsWith("storage"));
    }

    @ParameterizedTest
    @MethodSource("elsewhere")
    void datasetsWithoutValuesOfTheirOwnAreRefusedByName(String kind) throws Exception {
        requireNamed(LinkedFiles.make(place, kind), kind.startsWith("storage") ? "External Data Files" : "irtual");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "30"})
    void theyAreNamedInGroupsOfTheNewestFormat(String members) throws Exception {
        requireNamed(LinkedFiles.make(place, "storage", members), "External Data Files");
    }

    private void requireNamed(Path file, String form) throws IOException {
        try (RunReader reader = open(file)) {
            EpisodeReader demo = reader.demo("demo_0");
            IOException refused = assertThrows(IOException.class, demo::paths);
            String message = refused.getMessage();
            assertTrue(message.matches(".*, data/demo_0: '[xy]' in it is stored in a way .*" + form + ".*"), message);
            assertEquals(Kind.UNSUPPORTED, Kind.of(refused));
        }
    }
}
