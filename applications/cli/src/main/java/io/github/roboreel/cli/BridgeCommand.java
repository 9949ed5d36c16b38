package io.github.roboreel.cli;

import io.github.roboreel.bridge.Bridge;
import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.GivenSettings;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.RoboReelException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bridge}: records for clients in other processes, until the last one has gone. */
@Command(
        name = "bridge",
        description = {
            "Record for clients in other processes, such as Python's package roboreel, which starts this by itself:"
                    + " they connect to a socket, and hand steps over in memory that they share.",
            "",
            "Prints one line of JSON when it listens. Ends by itself when the last client has gone; exit code 3 when a"
                    + " recording of it failed or lost data. Its protocol stands in docs/reference/bridge.md."
        })
final class BridgeCommand extends CliCommand {
    @Option(
            names = "--socket",
            required = true,
            paramLabel = "PATH",
            description = "Unix socket to listen at, made in a folder that only you may enter (mode 0700).")
    Path socket;

    @Option(
            names = "--linger",
            paramLabel = "SECONDS",
            description = "How long it stays after the last client has gone (default: ${DEFAULT-VALUE}).")
    int lingerSeconds = 2;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings (default: config/recorder.yaml of the installation); a client's go over them.")
    Path config;

    @Override
    public Outcome call() {
        if (lingerSeconds < 0) {
            throw RoboReelException.badArgument("--linger is %s; expected 0 or more seconds", lingerSeconds);
        }
        Duration linger = Duration.ofSeconds(lingerSeconds);
        try (Bridge bridge =
                Arguments.checked(() -> Bridge.open(socket, GivenSettings.builders(config, home), linger))) {
            terminal.print(FormatJson.text(ready(bridge)) + "\n");
            return bridge.serve() ? Outcome.OK : Outcome.DATA_LOST;
        }
    }

    private static Map<String, Object> ready(Bridge bridge) {
        return new JsonFields()
                .with("ready", true)
                .with("socket", bridge.socket().toString())
                .with("pid", ProcessHandle.current().pid())
                .with("version", bridge.version())
                .with("protocol", bridge.protocol());
    }
}
