package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.cli.base.TokenFile;
import io.github.roboreel.dashboard.RecorderMetrics;
import io.github.roboreel.dashboard.web.MetricsEndpoint;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;

/** What others see of a recording while it runs: its meters on a port, a dashboard, both or nothing. */
final class LiveView {
    private final LiveViewOptions options;
    private final Optional<String> token;
    private final Terminal terminal;
    private final Interruption interruption;

    private LiveView(LiveViewOptions options, Optional<String> token, Terminal terminal, Interruption interruption) {
        this.options = options;
        this.token = token;
        this.terminal = terminal;
        this.interruption = interruption;
    }

    /**
     * What the options ask for; nothing is started.
     *
     * @throws RoboReelException when they make no sense together, or the port is taken
     */
    static LiveView of(LiveViewOptions options, Terminal terminal, Interruption interruption) {
        if (options.keep && !options.dashboard) {
            throw RoboReelException.badArgument("--keep works with --dashboard only; give that, too");
        }
        if (options.metricsTokenFile != null && options.metricsPort == null) {
            throw RoboReelException.badArgument("--metrics-token-file works with --metrics-port only; give that, too");
        }
        if (options.metricsPort != null) {
            requireFree(options.metricsPort);
        }
        return new LiveView(
                options,
                Optional.ofNullable(options.metricsTokenFile)
                        .map(file -> TokenFile.readOrMake(file, MetricsEndpoint::randomToken)),
                terminal,
                interruption);
    }

    /** Asked before an output folder is made. */
    private static void requireFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new java.net.InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        } catch (IOException e) {
            throw notToBeHad(port, e);
        }
    }

    private static RoboReelException notToBeHad(int port, IOException e) {
        return new RoboReelException(
                Kind.BAD_ARGUMENT,
                Sentence.of(
                        "port %d of 127.0.0.1 cannot be had for the meters (%s); give another --metrics-port, or 0 for"
                                + " any that is free",
                        port, Sentence.reasonOf(e)),
                e);
    }

    /**
     * Begins to show.
     *
     * @param folder the output folder, whose lock this process holds
     */
    Shown start(Path folder) {
        Optional<RecorderMetrics> metrics = metrics(folder);
        Optional<DashboardProcess> dashboard =
                options.dashboard ? DashboardProcess.start(folder, options.keep, terminal) : Optional.empty();
        dashboard.ifPresent(process -> {
            if (options.keep) {
                interruption.spare(process.handle());
            }
            process.awaitAddress(interruption::isRequested);
        });
        return new Shown(metrics, dashboard, terminal);
    }

    private Optional<RecorderMetrics> metrics(Path folder) {
        boolean isAsked = options.metricsPort != null;
        if (!isAsked && !options.dashboard) {
            return Optional.empty();
        }
        int port = isAsked ? options.metricsPort : 0;
        try {
            return Optional.of(
                    token.isPresent()
                            ? RecorderMetrics.start(folder, port, token.get())
                            : RecorderMetrics.start(folder, port));
        } catch (IOException e) {
            if (isAsked) {
                throw notToBeHad(port, e);
            }
            terminal.say(Sentence.of(
                    "the dashboard will not show the recorder's state (%s); the recording continues",
                    Sentence.reasonOf(e)));
            return Optional.empty();
        }
    }

    /**
     * What is shown now; closing it ends that.
     *
     * @param metrics shown on a port
     * @param dashboard a process of its own
     */
    record Shown(Optional<RecorderMetrics> metrics, Optional<DashboardProcess> dashboard, Terminal terminal)
            implements AutoCloseable {
        /** Where recorders are to count; empty when no one looks. */
        Optional<MeterRegistry> registry() {
            return metrics.map(RecorderMetrics::registry);
        }

        @Override
        public void close() {
            dashboard.ifPresent(DashboardProcess::close);
            try {
                if (metrics.isPresent()) {
                    metrics.get().close();
                }
            } catch (IOException e) {
                terminal.say(Sentence.of(
                        "the file that names the port of the meters could not be removed (%s); it is of no use any"
                                + " more",
                        Sentence.reasonOf(e)));
            }
        }
    }
}
