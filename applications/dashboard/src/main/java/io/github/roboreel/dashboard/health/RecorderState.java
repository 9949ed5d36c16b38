package io.github.roboreel.dashboard.health;

import static io.github.roboreel.dashboard.health.PrometheusSamples.nameOf;

import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recorder.spi.RecorderMeter;
import java.util.Map;
import java.util.function.Function;

/** Numbers of a recorder, over all its envs, by their names in JSON; null where it did not say. */
final class RecorderState {
    private RecorderState() {}

    /**
     * Of a look; what is per second is between it and the look before.
     *
     * @param before the look before, a second or more ago; null at the first
     * @param ageSeconds how long ago the look was
     */
    static Map<String, Object> of(Look look, Look before, double ageSeconds) {
        PrometheusSamples samples = look.samples();
        Function<RecorderMeter, Long> sum = meter -> whole(samples.sum(nameOf(meter)));
        JsonFields state = new JsonFields()
                .with("age_seconds", ageSeconds)
                .with("steps", sum.apply(RecorderMeter.STEPS))
                .with("steps_per_second", look.rate(nameOf(RecorderMeter.STEPS), before))
                .with("bytes_in_per_second", look.rate(nameOf(RecorderMeter.BYTES_IN), before))
                .with("bytes_out_per_second", look.rate(nameOf(RecorderMeter.BYTES_OUT), before));
        // Begins, steps and ends that the slowest sink has not consumed.
        state.put("backlog", sum.apply(RecorderMeter.RING_BACKLOG));
        state.put("waits", whole(samples.sum(nameOf(RecorderMeter.PRODUCER_WAIT) + "_count")));
        state.put("wait_seconds", samples.sum(nameOf(RecorderMeter.PRODUCER_WAIT) + "_sum"));
        state.put("drops", sum.apply(RecorderMeter.FRAMES_DROPPED));
        state.put("sink_failures", sum.apply(RecorderMeter.SINK_FAILURES));
        // What would not survive the process.
        state.put("durable_lag_steps", sum.apply(RecorderMeter.DURABLE_LAG_STEPS));
        state.put("durable_lag_seconds", samples.max(nameOf(RecorderMeter.DURABLE_LAG_TIME)));
        state.put("flush_max_seconds", samples.max(nameOf(RecorderMeter.FLUSH_DURATION) + "_max"));
        // Ended episodes that wait for their result line, and steps whose pictures wait for a video encoder.
        state.put("post_episode_queue", sum.apply(RecorderMeter.POST_EPISODE_QUEUE));
        state.put("encoder_queue", sum.apply(RecorderMeter.ENCODER_QUEUE));
        state.put("staging_bytes", sum.apply(RecorderMeter.STAGING_BYTES));
        state.put("disk_free_bytes", whole(samples.min(nameOf(RecorderMeter.DISK_FREE))));
        // Null while they do not shrink.
        state.put("disk_seconds_left", samples.min(nameOf(RecorderMeter.DISK_TIME_LEFT)));
        // Those that have ended, by status.
        state.put("episodes", samples.counts(nameOf(RecorderMeter.EPISODES), "status"));
        state.put("heap_used_bytes", whole(samples.sum("jvm_memory_used_bytes", "area", "heap")));
        state.put("heap_max_bytes", whole(samples.sum("jvm_memory_max_bytes", "area", "heap")));
        state.put("cpu_cores", look.rate("process_cpu_seconds_total", before));
        return state;
    }

    private static Long whole(Double value) {
        return value == null ? null : Math.round(value);
    }
}
