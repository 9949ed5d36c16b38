package io.github.roboreel.cli.record;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options: what others see of a recording while it runs. */
final class LiveViewOptions {
    @Option(
            names = "--dashboard",
            description = "Open a dashboard of the output folder while it records, as serve does, and print its"
                    + " address. It is a process of its own.")
    boolean dashboard;

    @Option(names = "--keep", description = "With --dashboard: leave it open when the recording has ended.")
    boolean keep;

    @Option(
            names = "--metrics-port",
            paramLabel = "N",
            converter = PortNumber.class,
            description = "Show the recorder's meters to Prometheus while it records, on this port of 127.0.0.1; 0 for"
                    + " any that is free (default with --dashboard). Address and token are in"
                    + " .recording.metrics.json of the output folder.")
    Integer metricsPort;

    @Option(
            names = "--metrics-token-file",
            paramLabel = "FILE",
            description = "Token that requests to --metrics-port must bear (default: a new one each time). A file that"
                    + " is not there is made.")
    Path metricsTokenFile;
}
