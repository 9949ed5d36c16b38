package io.github.roboreel.recorder;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * The meters of one recorder, those of its sinks included; {@code docs/reference/meters.md} lists them. They pass
 * through a registry of its own into the user's, and get the tags {@code env_name}, {@code run} and {@code recorder}
 * there: several recorders share a registry, for no two write one run of one folder. Counters and timers of continuous
 * episodes have the run {@code all}: they continue in the next run. Gauges are removed from the user's registry when
 * the recorder is closed; counters and timers stay, for their totals are still true.
 */
final class RecorderMeters {
    private final MeterRegistry users;
    private final Tags tags;
    private final CompositeMeterRegistry registry = new CompositeMeterRegistry();
    private final long bytesPerStep;
    private final Counter steps;
    private final Counter bytesIn;
    private final Counter droppedFrames;
    private final Counter diskWarnings;
    private final Map<EpisodeStatus, Counter> episodes = new EnumMap<>(EpisodeStatus.class);

    /** @param users where the meters are to be seen */
    RecorderMeters(MeterRegistry users, RunSpec run, long bytesPerStep) {
        this.users = users;
        this.bytesPerStep = bytesPerStep;
        tags = Tags.of(
                "env_name",
                run.envName(),
                "run",
                run.isContinuous() ? "all" : Integer.toString(run.run()),
                "recorder",
                run.folder().toAbsolutePath().normalize().toString());
        Tags ofGauges = tags.and("run", Integer.toString(run.run()));
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                return id.withTags(id.getType() == Meter.Type.GAUGE ? ofGauges : tags);
            }
        });
        registry.add(users);
        steps = counter("roboreel.steps", "steps", "steps that the first sink has consumed");
        bytesIn = counter("roboreel.bytes.in", "bytes", "bytes of those steps, images included");
        droppedFrames = counter("roboreel.frames.dropped", "frames", "frames that videos lack");
        diskWarnings = counter("roboreel.disk.warnings", "warnings", "how often the disk was found to be full soon");
        for (EpisodeStatus status : EpisodeStatus.values()) {
            if (status != EpisodeStatus.RECORDING && status != EpisodeStatus.RECOVERED) {
                episodes.put(status, episodeCounter(status));
            }
        }
    }

    private Counter counter(String name, String unit, String description) {
        return Counter.builder(name).description(description).baseUnit(unit).register(registry);
    }

    private Counter episodeCounter(EpisodeStatus status) {
        return Counter.builder("roboreel.episodes")
                .description("episodes that every sink has finalized")
                .baseUnit("episodes")
                .tag("status", status.label())
                .register(registry);
    }

    /** Where sinks count: what is registered here is the user's to see, with the recorder's tags. */
    MeterRegistry registry() {
        return registry;
    }

    void stepsConsumed(long count) {
        steps.increment(count);
        bytesIn.increment(count * bytesPerStep);
    }

    void framesDropped(long count) {
        droppedFrames.increment(count);
    }

    void episodeFinished(EpisodeStatus status) {
        episodes.get(status).increment();
    }

    void diskWarned() {
        diskWarnings.increment();
    }

    /** Straight in the user's registry: on its way there a producer's thread would allocate. */
    Timer producerWait() {
        return Timer.builder("roboreel.producer.wait")
                .description("time producers were parked because the ring or a frame pool was full")
                .tags(tags)
                .register(users);
    }

    Counter sinkFailures(String sink) {
        return Counter.builder("roboreel.sink.failures")
                .description("failures for which the sink was left out")
                .baseUnit("failures")
                .tag("sink", sink)
                .register(registry);
    }

    /** Shows what waits until the recorder is closed. */
    void watchQueues(LongSupplier ringBacklog, IntSupplier postEpisodeQueue) {
        gauge(
                "roboreel.ring.backlog",
                "events",
                "begins, steps and ends that the slowest sink has not consumed",
                ringBacklog::getAsLong);
        gauge(
                "roboreel.post.episode.queue",
                "episodes",
                "ended episodes that wait for their metrics, log and result line",
                postEpisodeQueue::getAsInt);
    }

    /** Shows a value until the recorder is closed. */
    void gauge(String name, String unit, String description, DoubleSupplier value) {
        Gauge.builder(name, value::getAsDouble)
                .description(description)
                .baseUnit(unit)
                .strongReference(true)
                .register(registry);
    }

    /** As above, of a time, which each registry shows in its own unit. */
    void timeGauge(String name, String description, DoubleSupplier milliseconds) {
        TimeGauge.builder(name, milliseconds::getAsDouble, TimeUnit.MILLISECONDS)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    /** Removes the gauges from the user's registry, and leaves the rest as it is. */
    void close() {
        List<Meter> gauges = registry.getMeters().stream()
                .filter(meter -> meter.getId().getType() == Meter.Type.GAUGE)
                .toList();
        gauges.forEach(registry::remove);
        registry.remove(users);
    }
}
