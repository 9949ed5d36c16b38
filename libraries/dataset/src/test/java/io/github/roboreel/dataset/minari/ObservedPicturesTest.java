package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportRefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservedPicturesTest {
    private static final Path FILE = Path.of("metadata.json");

    private static final String SPACE = """
            {"subspaces": {
               "cam": {"low": [[[0]]], "high": [[[255]]], "shape": [1, 1, 1], "dtype": "uint8", "type": "Box"},
               "q": {"type": "Box", "dtype": "float32", "shape": [2], "low": [-Infinity, 0], "high": [1, 2]},
               "bytes": {"type": "Box", "dtype": "uint8", "shape": [2], "low": [0, 0], "high": [1, 1]},
               "pair": {"type": "Tuple", "subspaces": [
                  {"type": "Discrete", "n": 4},
                  {"type": "Dict", "subspaces": {"grey": {"type": "Box", "dtype": "uint8", "shape": [3, 4]}}}]}},
             "type": "Dict"}
            """;

    private static Set<String> pictures(String space) {
        return MinariDataset.pictures(MinariDataset.space(FILE, "observation_space", space));
    }

    @Test
    void bytesOfMoreThanOneAxisArePictures() {
        Set<String> shapes = pictures(SPACE);
        assertTrue(shapes.contains("cam"));
        assertTrue(shapes.contains("pair/_index_1/grey"));
        for (String other : new String[] {"", "q", "bytes", "pair", "pair/_index_0", "no"}) {
            assertFalse(shapes.contains(other), other);
        }
        assertTrue(pictures("{\"type\":\"Box\",\"dtype\":\"uint8\",\"shape\":[9,9]}")
                .contains(""));
        assertFalse(pictures("").contains(""));
    }

    @Test
    void brokenTextsAreRefused() {
        for (String broken : new String[] {"{\"type\": ", "{\"subspaces\": [{}", "{]"}) {
            String message = assertThrows(
                            ExportRefusedException.class, () -> MinariDataset.space(FILE, "action_space", broken))
                    .getMessage();
            assertTrue(
                    message.matches("metadata.json: 'action_space' is no JSON: reading ends at line 1, column"
                            + " \\d+; repair the dataset"),
                    message);
        }
    }

    /** The bounds of a camera of 720 rows are longer than Jackson's own limit. */
    @Test
    void aSpaceOfManyMegabytesIsRead(@TempDir Path data) throws Exception {
        String space = "{" + " ".repeat(21_000_000) + "}";
        Files.writeString(
                data.resolve("metadata.json"),
                "{\"data_format\":\"hdf5\",\"total_episodes\":1,\"observation_space\":\"" + space + "\"}");
        assertEquals(space, MinariMetadata.ofJson(data).orElseThrow().observationSpace());
    }
}
