package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import java.nio.file.Path;
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
        terminal.print(ConfigListing.of(config, home, json));
        return Outcome.OK;
    }
}
