package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;

/** Surroundings of a sink, given to it when it opens. */
public interface SinkContext {
    /** The settings. */
    RecorderConfig config();

    /** The run. */
    RunSpec run();

    /** The fields. */
    FieldSchema schema();

    /**
     * Names of the metric sets that are computed of each episode: what keeps episodes notes them, so that code that
     * recomputes metrics can say which set is missing.
     */
    default List<String> metricSets() {
        return List.of();
    }

    /**
     * Where to count. Meters get the tags {@code env_name}, {@code run} and {@code recorder}, and gauges are removed
     * from the user's registry when the recorder is closed, without the sink's doing.
     */
    MeterRegistry meters();

    /**
     * Says whether a caller waits for the end of the recording, and how long. {@code open} gives up when it is made,
     * with {@link StopRequest#throwIfMade}, and removes what it created. Later a sink may leave out what it can count
     * or make up for once it {@link StopRequest#isUrgent}.
     */
    default StopRequest stopRequest() {
        return new StopRequest();
    }

    /**
     * Whether the recording could not be opened for a reason that is not this sink's: no episode has begun, and
     * {@code close} is to remove what {@code open} created. Any thread.
     */
    default boolean hasOpeningFailed() {
        return false;
    }

    /** How long {@code close} may take before the sink counts as stuck; asked within it. Any thread. */
    default Duration timeToClose() {
        return Duration.ofDays(1);
    }

    /**
     * Reports a failure that happened on a thread of the sink's own. Any thread.
     *
     * @param cause the first one given counts; it fails the sink as if a call had thrown it
     */
    void fail(Throwable cause);

    /**
     * Says that the sink gets on, where nothing else shows it: its thread waits for one of its workers that takes its
     * time, for which the sink itself sets a limit. Any thread.
     */
    default void progressed() {}
}
