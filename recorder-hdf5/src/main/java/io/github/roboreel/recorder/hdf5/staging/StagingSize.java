package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.hdf5.deflate.ImageCodec;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;

/** Checks that a schema fits into staging, before anything is created. */
public final class StagingSize {
    /** Bound on compressed frames that wait, MB of 2^20 bytes. */
    public static final Setting<Integer> SETTING = Setting.integer("hdf5.staging_max_mb", 64, 8, 2047);

    private static final int MIN_FRAMES = 4;
    private static final int AREAS_PER_ENV = 2;

    private StagingSize() {}

    /** Bound on compressed frames that are not recorded yet; 0 when the schema has no images. */
    public static long frameBytes(RecorderConfig config, FieldSchema schema) {
        long largest = schema.layout(FieldPhase.STEP).storedImages().stream()
                .mapToLong(image -> frameBytes(image.spec()))
                .max()
                .orElse(0);
        int mebibytes = config.get(SETTING);
        long bytes = (long) mebibytes << 20;
        if (mebibytes == SETTING.defaultValue()) {
            bytes = Math.max(bytes, roundedUp(MIN_FRAMES * largest));
        }
        if (bytes < MIN_FRAMES * largest) {
            throw new IllegalArgumentException(SETTING
                    + " is "
                    + mebibytes
                    + "; the schema's largest image needs at least "
                    + ((MIN_FRAMES * largest >> 20) + 1));
        }
        return largest == 0 ? 0 : bytes;
    }

    /** Most bytes of a compressed frame, however it is cut. */
    private static long frameBytes(FieldSpec image) {
        int channels = image.shape().get(image.shape().size() - 1);
        return (long) channels * ImageCodec.bound(image.rowBytes() / channels);
    }

    private static long roundedUp(long bytes) {
        long mebibyte = 1 << 20;
        return (bytes + mebibyte - 1) / mebibyte * mebibyte;
    }

    /**
     * What the staging of a run takes in memory at most: its areas are mapped, and frames wait in buffers.
     *
     * @param numDemos places for demos; more than envs where episodes are continuous
     */
    public static long bytes(RecorderConfig config, FieldSchema schema, int numEnvs, int numDemos) {
        int areas = numDemos > numEnvs ? numLentAreas(numEnvs, numDemos) : numEnvs;
        return (long) areas * layout(schema, 1, 0).areaBytes() + frameBytes(config, schema);
    }

    /** Each env may record an episode while the end of the one before is on its way to the run file. */
    private static int numLentAreas(int numEnvs, int numDemos) {
        return Math.min(numDemos, AREAS_PER_ENV * numEnvs);
    }

    static int numAreas(RunSpec run) {
        return run.isContinuous() ? numLentAreas(run.numEnvs(), run.numDemos()) : run.numDemos();
    }

    /** Of a run that is to be recorded. */
    public static StagingLayout layout(RunSpec run, FieldSchema schema, int headerBytes) {
        return layout(schema, numAreas(run), run.isContinuous(), headerBytes, ChunkRows.ofNewRuns(), 0);
    }

    /** Of a run that is to be recorded, with an area per env. */
    public static StagingLayout layout(FieldSchema schema, int numEnvs, int headerBytes) {
        return layout(schema, numEnvs, false, headerBytes, ChunkRows.ofNewRuns(), 0);
    }

    /** Of a run that was recorded. */
    public static StagingLayout layout(
            FieldSchema schema, int numAreas, boolean lent, int headerBytes, ChunkRows chunkRows, int areaHeadBytes) {
        try {
            return new StagingLayout(schema, numAreas, lent, headerBytes, chunkRows, areaHeadBytes);
        } catch (ArithmeticException e) {
            long rowBytes = schema.specs().stream()
                    .filter(f -> !f.image())
                    .mapToLong(FieldSpec::rowBytes)
                    .sum();
            throw new IllegalArgumentException(
                    "a row of the schema takes "
                            + rowBytes
                            + " bytes without images, and "
                            + StagingLayout.BANKS
                            + " chunks of it must stay below 2 GiB; declare its largest fields as"
                            + " images",
                    e);
        }
    }
}
