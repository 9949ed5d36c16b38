package io.github.roboreel.recorder.hdf5.deflate;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import java.util.Arrays;
import java.util.Locale;

/** How hard chunks are compressed. */
public enum Compression {
    FAST(1),
    BALANCED(4),
    NONE(0);

    /** One of them, by its name. */
    public static final Setting<String> SETTING = Setting.choice("hdf5.compression", "fast", "balanced", "none");

    private final int level;

    Compression(int level) {
        this.level = level;
    }

    public static Compression of(RecorderConfig config) {
        return valueOf(config.get(SETTING).toUpperCase(Locale.ROOT));
    }

    /** What names this level in datasets; the default when none does. */
    public static Compression ofLevel(int deflateLevel) {
        return Arrays.stream(values())
                .filter(compression -> compression.level == deflateLevel)
                .findFirst()
                .orElse(byDefault());
    }

    /** What is used when nothing is set. */
    public static Compression byDefault() {
        return valueOf(SETTING.defaultValue().toUpperCase(Locale.ROOT));
    }

    /** The level that a dataset's deflate filter names; readers do not need it. */
    public int deflateLevel() {
        return level;
    }

    /** For fields that are no images. */
    public ChunkCodec codec() {
        return new ChunkCodec(deflater());
    }

    private BlockDeflater deflater() {
        if (this == NONE) {
            return BlockDeflater.NONE;
        }
        return this == FAST && IgzipLibrary.isLoaded() ? new IgzipDeflater() : new ZlibDeflater(level);
    }

    public ImageCodec imageCodec() {
        return new ImageCodec(this == NONE);
    }
}
