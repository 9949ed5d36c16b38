package io.github.roboreel.dashboard;

import io.github.roboreel.dashboard.health.Exposition;
import io.github.roboreel.dashboard.health.MetricsAddress;
import io.github.roboreel.dashboard.health.Registries;
import io.github.roboreel.dashboard.web.MetricsEndpoint;
import io.github.roboreel.format.fault.Undo;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The meters of recorders of this process, shown on a port of 127.0.0.1 to those who bear a token. Address and token
 * are in a file of the output folder that no other user can read, where the dashboard finds them. Thread-safe; nothing
 * of it runs on a producer's thread.
 */
public final class RecorderMetrics implements AutoCloseable {
    private final Path folder;
    private final PrometheusMeterRegistry registry;
    private final MetricsEndpoint endpoint;

    private RecorderMetrics(Path folder, PrometheusMeterRegistry registry, MetricsEndpoint endpoint) {
        this.folder = folder;
        this.registry = registry;
        this.endpoint = endpoint;
    }

    /**
     * Shows them, with a token that no one else knows.
     *
     * @param folder the output folder, whose lock this process holds
     * @param port where they are shown; 0 for any that is free
     * @throws IOException when the port is not to be had, or the file cannot be written
     */
    public static RecorderMetrics start(Path folder, int port) throws IOException {
        return start(folder, port, MetricsEndpoint.randomToken());
    }

    /** As above, with a token that others know. */
    public static RecorderMetrics start(Path folder, int port, String token) throws IOException {
        PrometheusMeterRegistry registry = Registries.ofRecorder();
        MetricsEndpoint endpoint = MetricsEndpoint.start(port, token, new Exposition(registry).route());
        RecorderMetrics made = new RecorderMetrics(folder, registry, endpoint);
        try {
            MetricsAddress.ofThisProcess(endpoint.port(), token).write(folder);
            return made;
        } catch (IOException | RuntimeException e) {
            Undo.after(e, made::close);
            throw e;
        }
    }

    /** Where recorders count; for {@code EpisodeRecorder.builder(..).meters(..)}. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Where they are shown. */
    public int port() {
        return endpoint.port();
    }

    /**
     * Removes the file and frees the port.
     *
     * @throws IOException when the file cannot be removed
     */
    @Override
    public void close() throws IOException {
        try (endpoint) {
            MetricsAddress.remove(folder);
        }
    }
}
