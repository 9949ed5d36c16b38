package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetMetadataTest {
    @Test
    void theSpaceOfALargeCameraIsRead(@TempDir Path folder) throws IOException {
        Space.Member camera = new Space.Member("camera", DType.UINT8, List.of(1080L, 1920L, 3L), FieldSignal.NONE);
        String text = Space.of(List.of(camera)).text(false);
        assertTrue(text.length() > 40_000_000);
        Files.writeString(
                folder.resolve("metadata.json"), "{\"observation_space\":\"" + text.replace("\"", "\\\"") + "\"}");
        assertEquals(
                text,
                DatasetMetadata.read(folder).root().get("observation_space").asText());
    }
}
