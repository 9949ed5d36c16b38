package io.github.roboreel.dashboard.health;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;

/** Meters of a registry as Prometheus reads them: its text, or OpenMetrics where the client accepts that. */
public final class Exposition {
    /** Where servers show it, at the root and not below {@code /api/v1}. */
    public static final String PATH = "/metrics";

    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final PrometheusMeterRegistry registry;

    /** Of all meters of a registry. */
    public Exposition(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    /** What answers at {@link #PATH}. */
    public Route route() {
        return new Route(PATH, this::answer);
    }

    private Answer answer(Request request) throws IOException {
        String accepted = request.headers().getOrDefault("accept", "");
        String type = accepted.toLowerCase(Locale.ROOT).contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        registry.scrape(text, type);
        return new Answer.Bytes(type, text.toByteArray(), "");
    }
}
