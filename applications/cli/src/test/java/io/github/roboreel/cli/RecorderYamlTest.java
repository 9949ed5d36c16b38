package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecorderYamlTest {
    private static final Path FILE = InProcess.HOME.resolve("config/recorder.yaml");

    @Test
    void holdsEverySettingWithItsDefault() throws IOException {
        Map<String, String> defaults = new TreeMap<>();
        for (Setting<?> setting : RecorderConfig.knownSettings()) {
            defaults.put(setting.key(), String.valueOf(setting.defaultValue()));
        }

        assertTrue(defaults.containsKey("hdf5.flush_interval_steps"), defaults.toString());
        assertEquals(defaults, inFile());
        RecorderConfig.builder().file(FILE).build();
    }

    @Test
    void explainsEverySettingInTheLineAbove() throws IOException {
        List<String> lines = Files.readAllLines(FILE);
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).matches("  \\w+:.*")) {
                assertTrue(lines.get(i - 1).matches("  # \\w.*\\."), lines.get(i));
            }
        }
    }

    private static Map<String, String> inFile() throws IOException {
        Map<String, String> values = new TreeMap<>();
        JsonNode root = new YAMLMapper().readTree(FILE.toFile());
        root.properties()
                .forEach(group -> group.getValue()
                        .properties()
                        .forEach(e -> values.put(
                                group.getKey() + "." + e.getKey(), e.getValue().asText())));
        return values;
    }
}
