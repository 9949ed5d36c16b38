package io.github.roboreel.dashboard.health;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;

/** Registries that Prometheus can read, with the meters of this JVM. */
public final class Registries {
    private static final String RUN = "run";

    private Registries() {}

    /** An empty one but for the JVM. */
    public static PrometheusMeterRegistry ofProcess() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ProcessMeters.bindTo(registry);
        return registry;
    }

    /**
     * One for a process that records run after run into one folder: counters and timers continue in the next run, so
     * that a thousand runs leave no more of them than one.
     */
    public static PrometheusMeterRegistry ofRecorder() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.config().meterFilter(new RunsInOne());
        ProcessMeters.bindTo(registry);
        return registry;
    }

    private static final class RunsInOne implements MeterFilter {
        @Override
        public Meter.Id map(Meter.Id id) {
            boolean goesOn = id.getType() != Meter.Type.GAUGE && id.getTag(RUN) != null;
            return goesOn ? id.withTags(List.of(Tag.of(RUN, "all"))) : id;
        }
    }
}
