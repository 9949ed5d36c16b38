package io.github.roboreel.cli;

import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.GivenSettings;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.TextTable;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code config} prints. */
final class ConfigListing {
    private ConfigListing() {}

    static String of(Path file, Path home, boolean json) {
        RecorderConfig config = GivenSettings.builder(file, home).build();
        return json ? document(config) : table(config);
    }

    private static String table(RecorderConfig config) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("Setting", "Value", "From")));
        for (Setting<?> setting : RecorderConfig.knownSettings()) {
            rows.add(List.of(
                    setting.key(),
                    DisplayText.oneLine(config.get(setting).toString()),
                    DisplayText.oneLine(config.origin(setting))));
        }
        return TextTable.aligned(rows);
    }

    private static String document(RecorderConfig config) {
        Map<String, Object> settings = new LinkedHashMap<>();
        for (Setting<?> setting : RecorderConfig.knownSettings()) {
            JsonFields one = new JsonFields()
                    .with("value", config.get(setting))
                    .with("default", setting.defaultValue())
                    .with("from", config.origin(setting))
                    .with("legal", setting.legalValues());
            settings.put(setting.key(), one);
        }
        return Json.document(settings);
    }
}
