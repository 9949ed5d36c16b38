package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportRefusedException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetIdTest {
    private static final Path ROOT = Path.of("/root");

    @Test
    void anIdIsThePathBelowTheRoot() {
        DatasetId id = DatasetId.of("robolab/pick/tele_op-2-v10");
        assertEquals("robolab/pick/tele_op-2-v10", id.toString());
        assertEquals(Path.of("/root/robolab/pick/tele_op-2-v10"), id.folder(ROOT));
        assertEquals(List.of(Path.of("/root/robolab"), Path.of("/root/robolab/pick")), id.namespaceFolders(ROOT));
        assertEquals(List.of(), DatasetId.of("banana-v0").namespaceFolders(ROOT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "banana",
                "banana-v",
                "-v0",
                "banana-vX",
                "banana-v007",
                "banana-v00",
                "banana v-v0",
                "ban.ana-v0",
                "x/y-v0",
                "/y-v0",
                "ab//cd-v0",
                "ab/-v0",
                "a.b/c-v0",
                "../up-v0",
                "ab/data/c-v0",
                "ab/cd-v0/",
                ""
            })
    void whatMinariWouldNotFindAgainIsRefused(String text) {
        String message = assertThrows(ExportRefusedException.class, () -> DatasetId.of(text))
                .getMessage();
        assertTrue(message.startsWith("'" + text + "' is no id"), message);
        assertTrue(message.endsWith("use for example 'robolab/banana-v0'"), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xy/z-v0", "a/b/c-v2", "größe-v0", "-a_/b-v0", "a-v1-v2"})
    void whatMinariAcceptsIsAccepted(String text) {
        assertEquals(text, DatasetId.of(text).toString());
    }

    @Test
    void theOldGrammarWantsAnEnvironmentAndNoNamespace() {
        DatasetId.of("banana-teleop-v0").requireOldGrammar();
        for (String text : List.of("banana-v0", "robolab/banana-teleop-v0", "-banana-teleop-v0")) {
            DatasetId id = DatasetId.of(text);
            String message = assertThrows(ExportRefusedException.class, id::requireOldGrammar)
                    .getMessage();
            assertTrue(message.contains("'" + text + "' was given"), message);
            assertTrue(message.contains("do without the legacy layout"), message);
        }
    }
}
