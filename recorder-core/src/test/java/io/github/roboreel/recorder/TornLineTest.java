package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TornLineTest {
    private static final String FIRST = "{\"run\":0}\n";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve(RunFolder.RESULTS);
    }

    @Test
    void aWholeObjectGetsItsLineEnd() throws IOException {
        Files.writeString(file, FIRST + "{\"run\":1}");
        assertEquals(Optional.empty(), TornLine.setAside(file));
        assertEquals(FIRST + "{\"run\":1}\n", Files.readString(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"run\":1", "{\"run\":1}{\"ru", "17", "\"run\"", "\u0000\u0000", " "})
    void anythingElseIsSetAside(String tail) throws IOException {
        Files.writeString(file, FIRST + tail);
        Path aside = TornLine.setAside(file).orElseThrow();
        assertTrue(aside.getFileName().toString().startsWith("episode_results.torn-"));
        assertEquals(tail, Files.readString(aside));
        assertEquals(FIRST, Files.readString(file));
    }

    @Test
    void wholeLinesAndAMissingFileAreLeftAlone() throws IOException {
        assertEquals(Optional.empty(), TornLine.setAside(file));
        Files.writeString(file, FIRST);
        assertEquals(Optional.empty(), TornLine.setAside(file));
        assertEquals(FIRST, Files.readString(file));
    }
}
