package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.GivenSettings;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.TextTable;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code config}: the settings in force. */
@Command(
        name = "config",
        description = {
            "Show each setting of the recorder, its value and where that is from.",
            "",
            "The file config/recorder.yaml overrides the defaults, environment variables such as"
                    + " ROBOREEL_RECORDER_RING_SIZE override the file, and system properties such as"
                    + " roboreel.recorder.ring_size (in ROBOREEL_JAVA_OPTS) override these. Options of a command override"
                    + " all of them. A bad value or name is refused as record refuses it."
        })
final class ConfigCommand extends CliCommand {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings of the recorder (default: config/recorder.yaml).")
    Path config;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    @Override
    public Outcome call() {
        RecorderConfig found = GivenSettings.builder(config, home).build();
        terminal.print(json ? document(found) : table(found));
        return Outcome.OK;
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
