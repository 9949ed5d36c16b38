package io.github.roboreel.recorder.video;

import io.github.roboreel.recorder.config.Setting;
import java.util.List;

/** Settings of the videos; documented with units in {@code config/recorder.yaml}. */
public final class VideoSettings {
    /** Which videos are made: {@code all}, {@code viewport}, {@code sensor} or {@code none}. */
    public static final Setting<String> MODE = Setting.choice("video.mode", "all", "viewport", "sensor", "none");

    /** What encodes: {@code auto} is FFmpeg where its libraries load and JCodec elsewhere. */
    public static final Setting<String> ENCODER = Setting.choice("video.encoder", "auto", "ffmpeg", "jcodec");

    /**
     * What happens to a frame when the encoders are behind: {@code block} waits, and never loses one; {@code drop}
     * continues without it and counts it in the episode's result, once for both videos.
     */
    public static final Setting<String> ON_FULL = Setting.choice("video.on_full", "block", "drop");

    /** Threads that scale and encode; 0 for 2, or the number of cores where there are fewer. */
    public static final Setting<Integer> ENCODER_THREADS = Setting.integer("video.encoder_threads", 0, 0, 256);

    /**
     * Camera frames that may wait for the encoders, MiB. They are a part of the frame pool: with {@code drop} at most
     * half of what the pool has beyond one row of frames per env.
     */
    public static final Setting<Integer> QUEUE_MAX_MB = Setting.integer("video.queue_max_mb", 256, 1, 1 << 20);

    /** All of them. */
    public static final List<Setting<?>> ALL = List.of(MODE, ENCODER, ON_FULL, ENCODER_THREADS, QUEUE_MAX_MB);

    private VideoSettings() {}
}
