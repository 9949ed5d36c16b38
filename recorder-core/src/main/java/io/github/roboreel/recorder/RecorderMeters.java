package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.RecorderMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
        steps = RecorderMeter.STEPS.counter().register(registry);
        bytesIn = RecorderMeter.BYTES_IN.counter().register(registry);
        droppedFrames = RecorderMeter.FRAMES_DROPPED.counter().register(registry);
        diskWarnings = RecorderMeter.DISK_WARNINGS.counter().register(registry);
        for (EpisodeStatus status : EpisodeStatus.values()) {
            if (status != EpisodeStatus.RECORDING && status != EpisodeStatus.RECOVERED) {
                episodes.put(
                        status,
                        RecorderMeter.EPISODES
                                .counter()
                                .tag("status", status.label())
                                .register(registry));
            }
        }
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
        return RecorderMeter.PRODUCER_WAIT.timer().tags(tags).register(users);
    }

    Counter sinkFailures(String sink) {
        return RecorderMeter.SINK_FAILURES.counter().tag("sink", sink).register(registry);
    }

    /** Shows what waits until the recorder is closed. */
    void watchQueues(LongSupplier ringBacklog, IntSupplier postEpisodeQueue) {
        RecorderMeter.RING_BACKLOG.gauge(ringBacklog::getAsLong).register(registry);
        RecorderMeter.POST_EPISODE_QUEUE.gauge(postEpisodeQueue::getAsInt).register(registry);
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
