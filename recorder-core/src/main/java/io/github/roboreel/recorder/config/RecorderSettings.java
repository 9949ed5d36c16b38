package io.github.roboreel.recorder.config;

import java.util.List;

/** Settings of the ring and the frame pool; documented with units in {@code config/recorder.yaml}. */
public final class RecorderSettings {
    /**
     * Slots in the ring, a power of two; raised to four times the number of envs when it is less. Left at its default
     * it is lowered to what {@link #RING_MAX_MB}, or half of the JVM's memory outside the heap, holds.
     */
    public static final Setting<Integer> RING_SIZE = Setting.integer("recorder.ring_size", 4096, 2, 1 << 24);

    /**
     * MiB outside the heap that the ring of a run takes at most, unless {@link #RING_SIZE} is set to another size or
     * four steps of each env take more.
     */
    public static final Setting<Integer> RING_MAX_MB = Setting.integer("recorder.ring_max_mb", 256, 1, 1 << 20);

    /** Memory for camera frames in flight, MiB. */
    public static final Setting<Integer> FRAME_POOL_MB = Setting.integer("recorder.frame_pool_mb", 512, 1, 1 << 20);

    /**
     * How sinks wait for steps. Publishing takes no lock with any of them; {@code sleeping} is woken by the step that
     * ends a silence, the others poll forever.
     */
    public static final Setting<String> WAIT_STRATEGY =
            Setting.choice("recorder.wait_strategy", "sleeping", "yielding", "busy_spin");

    /** How long {@code close} waits for the sinks to finish, seconds. */
    public static final Setting<Integer> CLOSE_TIMEOUT_SECONDS =
            Setting.integer("recorder.close_timeout_seconds", 300, 1, 86_400);

    /**
     * How long a sink may make no progress at all, seconds: then a side sink is left out, and the recording ends with
     * an exception where a producer waits for a data sink. A slow sink that gets on is never meant.
     */
    public static final Setting<Double> STALL_LIMIT_SECONDS =
            Setting.number("recorder.stall_limit_seconds", 4.0, 0.1, 86_400);

    /**
     * A warning is logged when the disk is full in less than so many seconds, at the rate at which its room shrank in
     * the last two minutes; 0 for none.
     */
    public static final Setting<Double> LOW_DISK_WARNING_SECONDS =
            Setting.number("recorder.low_disk_warning_seconds", 300.0, 0, 1e9);

    /** Places for demos in a run file of continuous episodes; raised to the number of envs when it is less. */
    public static final Setting<Integer> EPISODES_PER_FILE =
            Setting.integer("recorder.episodes_per_file", 256, 1, 1 << 16);

    /**
     * MiB of a run file of continuous episodes from which on no further episode begins in it; those under way end in
     * it. 0 for no bound.
     */
    public static final Setting<Integer> FILE_MAX_MB = Setting.integer("recorder.file_max_mb", 0, 0, 1 << 30);

    /**
     * Seconds from the begin of the first episode of a run file of continuous episodes from which on no further episode
     * begins in it; those under way end in it. 0 for no bound.
     */
    public static final Setting<Double> FILE_MAX_SECONDS = Setting.number("recorder.file_max_seconds", 0.0, 0, 1e9);

    /** How long {@code close} waits for those who upload final files, seconds. */
    public static final Setting<Integer> UPLOAD_WAIT_SECONDS =
            Setting.integer("recorder.upload_wait_seconds", 30, 0, 86_400);

    /**
     * MiB of run files and videos that the output folder keeps; beyond that those that were uploaded are removed, the
     * oldest upload first. 0 for no bound.
     */
    public static final Setting<Integer> RETAIN_MB = Setting.integer("recorder.retain_mb", 0, 0, 1 << 30);

    /** Seconds after its upload that a run file or video is removed. 0 for never. */
    public static final Setting<Double> RETAIN_SECONDS = Setting.number("recorder.retain_seconds", 0.0, 0, 1e9);

    /** All of them. */
    public static final List<Setting<?>> ALL = List.of(
            RING_SIZE,
            RING_MAX_MB,
            FRAME_POOL_MB,
            WAIT_STRATEGY,
            CLOSE_TIMEOUT_SECONDS,
            STALL_LIMIT_SECONDS,
            LOW_DISK_WARNING_SECONDS,
            EPISODES_PER_FILE,
            FILE_MAX_MB,
            FILE_MAX_SECONDS,
            UPLOAD_WAIT_SECONDS,
            RETAIN_MB,
            RETAIN_SECONDS);

    private RecorderSettings() {}
}
