package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.FolderOperands;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.TokenFile;
import io.github.roboreel.dashboard.Dashboard;
import io.github.roboreel.dashboard.DashboardOptions;
import io.github.roboreel.dashboard.api.ExportFormat;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code serve}: the dashboard, until it is interrupted. */
@Command(
        name = "serve",
        description = {
            "Show recordings in a browser, also while they are being recorded: open the address that is printed."
        })
final class ServeCommand extends CliCommand {
    private static final int MAX_PORT = 65535;
    private static final Duration CLOSING = Duration.ofSeconds(5);

    @Mixin
    FolderOperands folders;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "Name or address to listen at (default: " + DashboardOptions.LOOPBACK
                    + "). Another one than of this machine alone needs --allow-remote.")
    String host = DashboardOptions.LOOPBACK;

    @Option(
            names = "--allow-remote",
            description = "Let other machines connect. What they send and get is not encrypted; ssh -L is.")
    boolean allowRemote;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port to listen at; 0: any free one (default: " + DashboardOptions.USUAL_PORT
                    + ", or any free one where that is taken).")
    Integer port;

    @Option(names = "--read-only", description = "Refuse new or changed notes on episodes.")
    boolean readOnly;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Also write the token to this file, which only you may read, for programs"
                    + " that send it as 'Authorization: Bearer'.")
    Path tokenFile;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description = "Also answer under this address, of a proxy or a tunnel: https://lab.example.")
    URI publicUrl;

    @Option(
            names = "--tasks-dir",
            paramLabel = "DIR",
            description = "Folder of the task files that the catalogue shows (default: config/tasks of the"
                    + " installation).")
    Path tasks;

    @Override
    public Outcome call() throws IOException, InterruptedException {
        DashboardOptions options = options();
        interruption.finishWithin(CLOSING, "nothing is left to do");
        try (Dashboard dashboard = Dashboard.open(options)) {
            if (tokenFile != null) {
                TokenFile.write(tokenFile, dashboard.token());
            }
            try {
                serve(dashboard);
            } finally {
                if (tokenFile != null) {
                    TokenFile.remove(tokenFile, dashboard.token());
                }
            }
        } finally {
            interruption.finished();
        }
        return Outcome.OK;
    }

    private void serve(Dashboard dashboard) throws InterruptedException {
        if (allowRemote) {
            terminal.say(Sentence.of(
                    "other machines can connect, and nothing is encrypted: anyone who sees the traffic sees the token;"
                            + " safer is the default host and, on the other machine,"
                            + " 'ssh -L %1$d:127.0.0.1:%1$d THIS_MACHINE'",
                    dashboard.port()));
        }
        terminal.print(dashboard.url() + "\n");
        interruption.await();
    }

    private DashboardOptions options() {
        if (port != null && (port < 0 || port > MAX_PORT)) {
            throw RoboReelException.badArgument("--port is %s; expected a number from 0 to %s", port, MAX_PORT);
        }
        if (!allowRemote && !isLoopback()) {
            throw RoboReelException.badArgument(
                    "--host %s lets other machines connect, without encryption; add --allow-remote if they may, or keep"
                            + " the default and use ssh -L",
                    host);
        }
        return new DashboardOptions(
                folders.paths(),
                host,
                port == null ? OptionalInt.empty() : OptionalInt.of(port),
                readOnly,
                Optional.ofNullable(publicUrl).map(ServeCommand::checked),
                DashboardOptions.usualCache(),
                tasks(),
                exports());
    }

    /** All formats, as the page offers them. */
    static List<ExportFormat> exports() {
        return DatasetFormat.all().stream()
                .filter(DatasetFormat::hasExporter)
                .map(format -> new ExportFormat(format.name(), format::target))
                .toList();
    }

    private boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw RoboReelException.badArgument("--host %s is unknown; give a name or address of this machine", host);
        }
    }

    private static URI checked(URI url) {
        boolean isHttp = url.getScheme() != null
                && url.getScheme().toLowerCase(Locale.ROOT).matches("https?");
        boolean isBare = url.getRawPath() == null
                || url.getRawPath().isEmpty()
                || url.getRawPath().equals("/");
        if (!isHttp || url.getHost() == null || url.getRawUserInfo() != null || !isBare || url.getRawQuery() != null) {
            throw RoboReelException.badArgument(
                    "--public-url is %s; expected http or https, a host and at most a port, as https://lab.example",
                    url);
        }
        return url;
    }

    private Optional<Path> tasks() {
        if (tasks != null) {
            return Optional.of(Arguments.checked(() -> folder(tasks)));
        }
        return Optional.of(home.resolve("config/tasks")).filter(Files::isDirectory);
    }

    private static Path folder(Path path) {
        if (!Files.isDirectory(path)) {
            throw new IllegalArgumentException("there is no folder " + path + "; give one that holds task files");
        }
        return path;
    }
}
