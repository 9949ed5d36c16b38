package io.github.roboreel.dashboard.health;

import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.dashboard.index.ServedRecordings;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** The dashboard's own meters. Thread-safe. */
public final class DashboardMeters {
    private static final Duration MIN_TIME = Duration.ofMillis(1);
    private static final Duration MAX_TIME = Duration.ofSeconds(30);

    private final PrometheusMeterRegistry registry = Registries.ofProcess();

    /** Counters hold what they count by weak references only. */
    private final List<LongSupplier> counted = new CopyOnWriteArrayList<>();

    /** Counts requests, and the JVM; everything else is passed in by the methods below. */
    public DashboardMeters() {}

    /** What {@code /metrics} answers, at the root. */
    public Route endpoint() {
        return new Exposition(registry).route();
    }

    /**
     * Counts a request that was answered; streams of events do not count.
     *
     * @param status of HTTP
     * @param duration from its headers to its last byte
     */
    public void answered(int status, Duration duration) {
        Timer.builder("roboreel.dashboard.request.duration")
                .description("time to answer a request, by HTTP status")
                .tag("status", Integer.toString(status))
                .publishPercentileHistogram()
                .minimumExpectedValue(MIN_TIME)
                .maximumExpectedValue(MAX_TIME)
                .register(registry)
                .record(duration);
    }

    /** Shows the clients that listen to events. */
    public void showClients(IntSupplier clients) {
        gauge("roboreel.dashboard.clients", "clients", "clients that listen to live events", clients::getAsInt);
    }

    /** Shows how many workers were started, and how many of them died of what they read. */
    public void showWorkers(LongSupplier starts, LongSupplier deaths) {
        counter("roboreel.dashboard.worker.starts", "starts", "workers that were started to read files", starts);
        counter("roboreel.dashboard.worker.deaths", "deaths", "workers that died, or hung, of what they read", deaths);
    }

    /**
     * Shows what is served.
     *
     * @param episodes that are known
     */
    public void showRecordings(ServedRecordings recordings, LongSupplier episodes) {
        for (Recording.Status status : Recording.Status.values()) {
            Gauge.builder("roboreel.dashboard.recordings", recordings, all -> count(all, status))
                    .description("output folders that are served, by how they stand")
                    .baseUnit("recordings")
                    .tag("status", status.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .strongReference(true)
                    .register(registry);
        }
        gauge("roboreel.dashboard.episodes", "episodes", "episodes that are known", episodes::getAsLong);
    }

    private static double count(ServedRecordings recordings, Recording.Status status) {
        return recordings.all().stream()
                .filter(recording -> recording.status() == status)
                .count();
    }

    private void gauge(String name, String unit, String description, LongSupplier value) {
        Gauge.builder(name, value::getAsLong)
                .description(description)
                .baseUnit(unit)
                .strongReference(true)
                .register(registry);
    }

    private void counter(String name, String unit, String description, LongSupplier value) {
        counted.add(value);
        FunctionCounter.builder(name, value, LongSupplier::getAsLong)
                .description(description)
                .baseUnit(unit)
                .register(registry);
    }
}
