package io.github.roboreel.recorder.spi;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.Type;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/** The meters of a recorder and of the sinks that come with it; {@code docs/reference/meters.md} lists them. */
public enum RecorderMeter {
    /** Steps of all envs. */
    STEPS("roboreel.steps", Type.COUNTER, "steps", "steps that the first sink has consumed"),
    /** Bytes of those steps. */
    BYTES_IN("roboreel.bytes.in", Type.COUNTER, "bytes", "bytes of those steps, images included"),
    /** Bytes that reached run files. */
    BYTES_OUT("roboreel.bytes.out", Type.COUNTER, "bytes", "bytes of chunks written to run files"),
    /** Episodes by status. */
    EPISODES("roboreel.episodes", Type.COUNTER, "episodes", "episodes that every sink has finalized"),
    /** Frames that are missing. */
    FRAMES_DROPPED("roboreel.frames.dropped", Type.COUNTER, "frames", "frames that videos lack"),
    /** Failures by sink. */
    SINK_FAILURES("roboreel.sink.failures", Type.COUNTER, "failures", "failures for which the sink was left out"),
    /** Warnings of a disk that fills. */
    DISK_WARNINGS("roboreel.disk.warnings", Type.COUNTER, "warnings", "how often the disk was found to be full soon"),
    /** Files that listeners took. */
    FILES_UPLOADED("roboreel.files.uploaded", Type.COUNTER, "files", "final files that a listener has taken"),
    /** Files that listeners could not take. */
    UPLOADS_FAILED("roboreel.uploads.failed", Type.COUNTER, "files", "final files that a listener could not take"),
    /** Files that were removed to make room. */
    FILES_REMOVED("roboreel.files.removed", Type.COUNTER, "files", "uploaded files that were removed"),
    /** Waits of producers. */
    PRODUCER_WAIT(
            "roboreel.producer.wait",
            Type.TIMER,
            "seconds",
            "time producers were parked because the ring or a frame pool was full"),
    /** Flushes of run files. */
    FLUSH_DURATION("roboreel.flush.duration", Type.TIMER, "seconds", "time to flush a run file for live readers"),
    /** Writes of chunks. */
    CHUNK_WRITE_DURATION(
            "roboreel.chunk.write.duration",
            Type.TIMER,
            "seconds",
            "time to write the chunks of one env's rows, or one frame"),
    /** What waits in the ring. */
    RING_BACKLOG(
            "roboreel.ring.backlog",
            Type.GAUGE,
            "events",
            "begins, steps and ends that the slowest sink has not consumed"),
    /** Episodes that wait for their result line. */
    POST_EPISODE_QUEUE(
            "roboreel.post.episode.queue",
            Type.GAUGE,
            "episodes",
            "ended episodes that wait for their metrics, log and result line"),
    /** Pictures that wait for an encoder. */
    ENCODER_QUEUE(
            "roboreel.encoder.queue",
            Type.GAUGE,
            "steps",
            "steps whose pictures, and ends that, wait for a video encoder"),
    /** Steps that a crash would lose. */
    DURABLE_LAG_STEPS(
            "roboreel.durable.lag.steps", Type.GAUGE, "steps", "steps handed over that would not survive the process"),
    /** Age of the oldest of them. */
    DURABLE_LAG_TIME("roboreel.durable.lag.time", Type.GAUGE, "seconds", "how long the oldest of them has waited"),
    /** Size of the staging file. */
    STAGING_BYTES("roboreel.staging.bytes", Type.GAUGE, "bytes", "bytes of the staging file on the disk"),
    /** Room on the disk. */
    DISK_FREE("roboreel.disk.free", Type.GAUGE, "bytes", "bytes that can be written to the recording's disk"),
    /** How long that room lasts. */
    DISK_TIME_LEFT(
            "roboreel.disk.time.left", Type.GAUGE, "seconds", "how long they last at the rate of the last two minutes");

    private final String meterName;
    private final Type type;
    private final String unit;
    private final String description;

    RecorderMeter(String meterName, Type type, String unit, String description) {
        this.meterName = meterName;
        this.type = type;
        this.unit = unit;
        this.description = description;
    }

    /** Its name in a registry, for example {@code roboreel.steps}. */
    public String meterName() {
        return meterName;
    }

    /** What kind it is. */
    public Type type() {
        return type;
    }

    /** Its base unit; a registry may show times in another. */
    public String unit() {
        return unit;
    }

    /** A counter, to be registered. */
    public Counter.Builder counter() {
        return Counter.builder(meterName).description(description).baseUnit(unit);
    }

    /** A timer, to be registered. */
    public Timer.Builder timer() {
        return Timer.builder(meterName).description(description);
    }

    /** A gauge, to be registered; the registry keeps the value's supplier alive. */
    public Gauge.Builder<?> gauge(DoubleSupplier value) {
        return Gauge.builder(meterName, value::getAsDouble)
                .description(description)
                .baseUnit(unit)
                .strongReference(true);
    }

    /** A gauge of a time, to be registered, which each registry shows in its own unit; kept alive likewise. */
    public TimeGauge.Builder<?> timeGauge(DoubleSupplier milliseconds) {
        return TimeGauge.builder(meterName, milliseconds::getAsDouble, TimeUnit.MILLISECONDS)
                .description(description)
                .strongReference(true);
    }
}
