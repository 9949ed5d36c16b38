package io.github.roboreel.dashboard.health;

import static io.github.roboreel.dashboard.health.PrometheusSamples.nameOf;

import io.github.roboreel.recorder.spi.RecorderMeter;
import java.util.Map;

/**
 * Numbers of a recorder, over all its envs; null where it did not say. Immutable.
 *
 * @param ageSeconds how long ago they were had
 * @param steps recorded since the recorder began
 * @param stepsPerSecond between the newest two looks, a second or more apart; null at the first
 * @param bytesInPerSecond of steps, likewise
 * @param bytesOutPerSecond written to run files, likewise
 * @param backlog begins, steps and ends that the slowest sink has not consumed
 * @param waits how often producers had to wait
 * @param waitSeconds how long, together
 * @param drops frames that videos lack
 * @param sinkFailures sinks that were left out
 * @param durableLagSteps steps that would not survive the process
 * @param durableLagSeconds how long the oldest of them has waited
 * @param flushMaxSeconds longest flush of the last minutes
 * @param postEpisodeQueue ended episodes that wait for their result line
 * @param encoderQueue steps whose pictures wait for a video encoder
 * @param stagingBytes of the staging file
 * @param diskFreeBytes that can be written
 * @param diskSecondsLeft how long they last; null while they do not shrink
 * @param episodes that have ended, by status
 * @param heapUsedBytes of the recorder's process
 * @param heapMaxBytes that it may use
 * @param cpuCores that it kept busy between the newest two looks
 */
record RecorderState(
        double ageSeconds,
        Long steps,
        Double stepsPerSecond,
        Double bytesInPerSecond,
        Double bytesOutPerSecond,
        Long backlog,
        Long waits,
        Double waitSeconds,
        Long drops,
        Long sinkFailures,
        Long durableLagSteps,
        Double durableLagSeconds,
        Double flushMaxSeconds,
        Long postEpisodeQueue,
        Long encoderQueue,
        Long stagingBytes,
        Long diskFreeBytes,
        Double diskSecondsLeft,
        Map<String, Long> episodes,
        Long heapUsedBytes,
        Long heapMaxBytes,
        Double cpuCores) {
    /**
     * Of a look.
     *
     * @param before the look before; null at the first
     */
    static RecorderState of(Look look, Look before, double ageSeconds) {
        PrometheusSamples samples = look.samples();
        return new RecorderState(
                ageSeconds,
                whole(samples.sum(nameOf(RecorderMeter.STEPS))),
                look.rate(nameOf(RecorderMeter.STEPS), before),
                look.rate(nameOf(RecorderMeter.BYTES_IN), before),
                look.rate(nameOf(RecorderMeter.BYTES_OUT), before),
                whole(samples.sum(nameOf(RecorderMeter.RING_BACKLOG))),
                whole(samples.sum(nameOf(RecorderMeter.PRODUCER_WAIT) + "_count")),
                samples.sum(nameOf(RecorderMeter.PRODUCER_WAIT) + "_sum"),
                whole(samples.sum(nameOf(RecorderMeter.FRAMES_DROPPED))),
                whole(samples.sum(nameOf(RecorderMeter.SINK_FAILURES))),
                whole(samples.sum(nameOf(RecorderMeter.DURABLE_LAG_STEPS))),
                samples.max(nameOf(RecorderMeter.DURABLE_LAG_TIME)),
                samples.max(nameOf(RecorderMeter.FLUSH_DURATION) + "_max"),
                whole(samples.sum(nameOf(RecorderMeter.POST_EPISODE_QUEUE))),
                whole(samples.sum(nameOf(RecorderMeter.ENCODER_QUEUE))),
                whole(samples.sum(nameOf(RecorderMeter.STAGING_BYTES))),
                whole(samples.min(nameOf(RecorderMeter.DISK_FREE))),
                samples.min(nameOf(RecorderMeter.DISK_TIME_LEFT)),
                samples.counts(nameOf(RecorderMeter.EPISODES), "status"),
                whole(samples.sum("jvm_memory_used_bytes", "area", "heap")),
                whole(samples.sum("jvm_memory_max_bytes", "area", "heap")),
                look.rate("process_cpu_seconds_total", before));
    }

    private static Long whole(Double value) {
        return value == null ? null : Math.round(value);
    }
}
