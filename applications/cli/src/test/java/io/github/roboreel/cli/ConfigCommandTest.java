package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.config.RecorderConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
    private static final String PROPERTY = "roboreel.hdf5.compressor_threads";

    @TempDir
    private Path folder;

    @Test
    void eachSettingHasItsValueAndWhereThatIsFrom() throws IOException {
        Path yaml = folder.resolve("mine.yaml");
        Files.writeString(yaml, "# mine\nrecorder:\n  ring_size: 1024\nhdf5:\n  compressor_threads: 3\n");
        System.setProperty(PROPERTY, "4");
        try {
            InProcess shown = InProcess.run("config", "--config", yaml.toString());
            assertEquals(Outcome.OK, shown.outcome(), shown.err());
            List<String> lines =
                    shown.out().lines().map(line -> line.replaceAll(" +", " ")).toList();
            assertEquals("Setting Value From", lines.get(0));
            assertEquals(RecorderConfig.knownSettings().size() + 1, lines.size());
            assertTrue(lines.contains("recorder.ring_size 1024 " + yaml + ":3"), shown.out());
            assertTrue(lines.contains(PROPERTY.substring(9) + " 4 system property " + PROPERTY), shown.out());
            assertTrue(lines.contains("video.mode all default"), shown.out());
        } finally {
            System.clearProperty(PROPERTY);
        }
    }

    @Test
    void theStandardFileIsReadWhereNoneIsGiven() throws IOException {
        InProcess shown = InProcess.run("config", "--json");
        assertEquals(Outcome.OK, shown.outcome(), shown.err());
        JsonNode ring = new ObjectMapper().readTree(shown.out()).get("recorder.ring_size");
        assertEquals(4096, ring.get("value").intValue());
        assertEquals(4096, ring.get("default").intValue());
        assertTrue(ring.get("from").textValue().matches(".*/config/recorder.yaml:\\d+"), ring.toString());
    }

    @Test
    void aBadValueIsRefusedWithItsPlace() throws IOException {
        Path yaml = folder.resolve("mine.yaml");
        Files.writeString(yaml, "recorder:\n  ring_size: many\n");
        InProcess refused = InProcess.run("config", "--config", yaml.toString());
        assertEquals(Outcome.BAD_ARGUMENTS, refused.outcome());
        assertEquals("", refused.out());
        assertTrue(refused.err().contains("recorder.ring_size is many; expected a whole number"), refused.err());
    }
}
