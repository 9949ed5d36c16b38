package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.util.List;
import java.util.Set;

/**
 * An array that all episodes of a dataset have.
 *
 * @param path below the demo, for example {@code obs/wrist_cam}
 * @param dtype element type
 * @param rowShape shape of one row; empty for a scalar
 * @param unit as recorded; empty without one
 * @param frame frame of reference as recorded; empty without one
 * @param pixels what a row is a picture of, below {@code obs} or {@code final_obs}
 * @param joinedOf the recorded arrays that it is joined of, in order, with their row shapes; empty for one that was
 *     recorded so
 * @param signal what its elements are; {@link FieldSignal#NONE} where nothing says it
 */
public record FieldInfo(
        String path,
        DType dtype,
        List<Long> rowShape,
        String unit,
        String frame,
        Pixels pixels,
        String joinedOf,
        FieldSignal signal) {
    /** What each pixel of a picture is. */
    public enum Pixels {
        /** There is no picture. */
        NONE,
        /** Three colours: uint8, height x width x 3. */
        COLOURS,
        /** A distance: uint16 or float32, height x width x 1. */
        DISTANCES
    }

    private static final int COLOURS = 3;

    /** Rows of a chunk in which the recorder stores what is no picture. */
    private static final long CHUNK_ROWS = 500;

    private static final Set<String> LENGTHS = Set.of("m", "mm");

    /** Copies the list. */
    public FieldInfo {
        rowShape = List.copyOf(rowShape);
    }

    /** Without a frame; a picture when it is shaped like one. */
    public FieldInfo(String path, DType dtype, List<Long> rowShape, String unit) {
        this(path, dtype, rowShape, unit, "", pixels(path, dtype, rowShape, unit, 0), "", FieldSignal.NONE);
    }

    /** As stored: the recorder keeps each picture in a chunk; others' files only have the shape to go by. */
    public static FieldInfo of(String path, DatasetInfo info) {
        long chunkRows = info.chunkShape().isEmpty() ? 0 : info.chunkShape().get(0);
        return new FieldInfo(
                path,
                info.dtype(),
                info.rowShape(),
                info.unit(),
                info.frame(),
                pixels(path, info.dtype(), info.rowShape(), info.unit(), chunkRows),
                "",
                info.signal());
    }

    /** Floats of such a shape may be anything, such as a tactile array, where nothing says that they are distances. */
    private static Pixels pixels(String path, DType dtype, List<Long> rowShape, String unit, long chunkRows) {
        boolean isObservation = DemoPaths.isIn(DemoPaths.OBS, path) || DemoPaths.isIn(DemoPaths.FINAL_OBS, path);
        if (!isObservation || !FieldSpec.canBeImage(dtype, rowShape)) {
            return Pixels.NONE;
        }
        if (dtype.bytes() == 1) {
            return chunkRows != CHUNK_ROWS && rowShape.get(2) == COLOURS ? Pixels.COLOURS : Pixels.NONE;
        }
        boolean isDistance = !dtype.isFloating() || chunkRows == 1 || LENGTHS.contains(unit);
        return isDistance ? Pixels.DISTANCES : Pixels.NONE;
    }

    /** The same array, marked as a picture of colours or not. */
    FieldInfo withImage(boolean newIsImage) {
        Pixels others = isImage() ? Pixels.NONE : pixels;
        Pixels now = newIsImage ? Pixels.COLOURS : others;
        return new FieldInfo(path, dtype, rowShape, unit, frame, now, joinedOf, signal);
    }

    /** The same array, of whose elements nothing is said. */
    FieldInfo withoutSignal() {
        return new FieldInfo(path, dtype, rowShape, unit, frame, pixels, joinedOf, FieldSignal.NONE);
    }

    /** The same array, with the parts it is joined of. */
    FieldInfo withJoinedOf(String parts) {
        return new FieldInfo(path, dtype, rowShape, unit, frame, pixels, parts, signal);
    }

    /** Where its values were recorded, as descriptions say it. */
    public String origin() {
        return joinedOf.isEmpty() ? path : joinedOf + ", joined in this order";
    }

    /** Elements of one row. */
    public int rowElements() {
        return Math.toIntExact(rowShape.stream().reduce(1L, Math::multiplyExact));
    }

    /** Bytes of one row. */
    public int rowBytes() {
        return Math.multiplyExact(rowElements(), dtype.bytes());
    }

    /** Whether a row is a colour picture. */
    public boolean isImage() {
        return pixels == Pixels.COLOURS;
    }

    /** Whether a row is a picture of distances. */
    public boolean isDepth() {
        return pixels == Pixels.DISTANCES;
    }

    /** Whether it is a picture of distances that a PNG file holds: uint16. */
    public boolean isDepthImage() {
        return isDepth() && dtype.isInteger();
    }

    /** Height of a picture, pixels. */
    public int height() {
        return Math.toIntExact(rowShape.get(0));
    }

    /** Width of a picture, pixels. */
    public int width() {
        return Math.toIntExact(rowShape.get(1));
    }

    /** Last part of the path. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
