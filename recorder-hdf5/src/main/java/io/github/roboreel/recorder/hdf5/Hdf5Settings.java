package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import java.util.List;
import java.util.regex.Pattern;

/** Settings of the run files; documented with units in {@code config/recorder.yaml}. */
public final class Hdf5Settings {
    /**
     * Who loads the native HDF5 library, for the whole process. The files are the same:
     *
     * <ul>
     *   <li>{@code auto}: {@code jhdf5} where it loads, else {@code bytedeco}; or what the system property
     *       {@code roboreel.hdf5.binding} says.
     *   <li>{@code jhdf5}: HDF5 1.10 through the JHDF5 that Debian packages.
     *   <li>{@code bytedeco}: HDF5 1.14 from Maven Central.
     * </ul>
     */
    public static final Setting<String> BINDING = Setting.choice("hdf5.binding", "auto", "jhdf5", "bytedeco");

    /**
     * File of HDF5's C library that is loaded instead of a binding's own, for the whole process: any of 1.10 or newer,
     * such as the one that h5py brings. Nothing else is needed of Bytedeco or JHDF5 then. {@link #BINDING} is
     * {@code auto} with it. The system property {@code roboreel.hdf5.library} and the environment variable
     * {@code ROBOREEL_HDF5_LIBRARY} say the same of processes that only read.
     */
    public static final Setting<String> LIBRARY =
            Setting.text("hdf5.library", "", Pattern.compile("[^\\x00]*"), "the path of HDF5's C library, or nothing");

    /** Steps of one env after which its rows are flushed. Full chunks (500 rows) always are. */
    public static final Setting<Integer> FLUSH_INTERVAL_STEPS =
            Setting.integer("hdf5.flush_interval_steps", 500, 1, 1_000_000);

    /**
     * Longest time a row stays invisible to live readers of the run file, seconds; twice that where rows come slowly.
     * 0, the default, for no such bound: chunks are seen when they are full, and at an episode's end.
     */
    public static final Setting<Double> FLUSH_INTERVAL_SECONDS =
            Setting.number("hdf5.flush_interval_seconds", 0, 0, 86_400);

    /**
     * How hard chunks are compressed. Stock readers read all of it, since only the writer differs:
     *
     * <ul>
     *   <li>{@code fast}: ISA-L's igzip, or zlib at level 1 where that does not load.
     *   <li>{@code balanced}: zlib at level 4. Where float64 values are rounded or repeat it has made 0.65 of the size,
     *       for twice the processor time.
     *   <li>{@code none}: everything is stored; the datasets name their filters all the same.
     * </ul>
     *
     * <p>Images have a deflater of their own, with {@code fast} and with {@code balanced}.
     */
    public static final Setting<String> COMPRESSION = Compression.SETTING;

    /**
     * What a chunk of a colour image holds, uint8 of 3 channels or more; any other image is stored a frame per chunk,
     * and so is everything that is not compressed. Readers see the same array:
     *
     * <ul>
     *   <li>{@code auto}: {@code frames} for a field that is
     *       {@linkplain io.github.roboreel.recorder.schema.FieldSpec#withoutNoise said to be without noise},
     *       {@code planes} for any other.
     *   <li>{@code planes}: one colour plane of a frame. Pictures with noise or texture, a camera's and most
     *       renderers', take a sixth to a quarter fewer bytes.
     *   <li>{@code frames}: a whole frame. Flat-shaded pictures without noise take a quarter fewer, and a frame is read
     *       several times as fast.
     * </ul>
     */
    public static final Setting<String> IMAGE_CHUNKS = FrameChunks.SETTING;

    /** Threads that compress chunks and frames. */
    public static final Setting<Integer> COMPRESSOR_THREADS = Setting.integer("hdf5.compressor_threads", 2, 1, 256);

    /** Bound on compressed camera frames that wait to be written, MiB. */
    public static final Setting<Integer> STAGING_MAX_MB = StagingSize.SETTING;

    /**
     * What survives a loss of power, after the sync levels of Aeron's archive. Against the death of the process every
     * level keeps every step that {@code durableSteps()} counts; the levels differ in what is forced to the disk:
     *
     * <ul>
     *   <li>{@code process}: nothing is forced; the kernel writes when it likes, 30 s later by Linux' default, and a
     *       loss of power can take all that it had not written, of closed runs too.
     *   <li>{@code data}: a step is on the disk at most {@link #FORCE_INTERVAL_SECONDS} after it was durable, plus the
     *       time the disk takes; {@link Hdf5Sink#forcedSteps} counts those steps, and an episode's end completes when
     *       it is.
     *   <li>{@code full}: the files' metadata too.
     * </ul>
     *
     * <p>Forcing happens on a thread of its own. The simulator waits for it only when the disk falls behind by more
     * than a chunk of 500 steps per env.
     */
    public static final Setting<String> DURABILITY = Setting.choice("hdf5.durability", "process", "data", "full");

    /** With {@link #DURABILITY} data and full: time between two forces, seconds. */
    public static final Setting<Double> FORCE_INTERVAL_SECONDS =
            Setting.number("hdf5.force_interval_seconds", 1.0, 0.01, 3600);

    /**
     * Whether a run file that is closed is copied into one without dead space: places of chunks that were flushed
     * before they were full, and of discarded episodes. Left out where less than a twentieth is dead or too little for
     * the time of the copy, where the disk has no room for it, and where the recording must end soon; see
     * {@link RunCompaction}.
     */
    public static final Setting<Boolean> COMPACT_ON_CLOSE = Setting.flag("hdf5.compact_on_close", true);

    /** All of them. */
    public static final List<Setting<?>> ALL = List.of(
            BINDING,
            LIBRARY,
            FLUSH_INTERVAL_STEPS,
            FLUSH_INTERVAL_SECONDS,
            COMPRESSION,
            IMAGE_CHUNKS,
            COMPRESSOR_THREADS,
            STAGING_MAX_MB,
            DURABILITY,
            FORCE_INTERVAL_SECONDS,
            COMPACT_ON_CLOSE);

    private Hdf5Settings() {}
}
