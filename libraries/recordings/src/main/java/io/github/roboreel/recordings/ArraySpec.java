package io.github.roboreel.recordings;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recordings.spi.ValueBounds;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Description of an array of an episode. Immutable.
 *
 * @param path below the episode, for example {@code obs/gripper_pos}
 * @param dtype of one element
 * @param shape of one row; empty for a scalar; of texts the last axis is their bytes
 * @param rows number of rows: that of the steps, or of states and final observations
 * @param unit of the values; empty when nothing says it
 * @param frame of reference: {@code env}, {@code world} or {@code joint}; empty when nothing says it
 * @param minimum least value that an element may have, as the data set or the field's signal says it, without comparing
 *     the values with it; else the least that the dtype holds, negative infinity for floats
 * @param maximum greatest value, likewise
 * @param isPerStep whether there is a row for each step
 * @param signal names, bounds, units and the like of its elements; {@link FieldSignal#NONE} where nothing says them
 */
public record ArraySpec(
        String path,
        DType dtype,
        List<Integer> shape,
        long rows,
        String unit,
        String frame,
        double minimum,
        double maximum,
        boolean isPerStep,
        FieldSignal signal)
        implements Serializable {
    private static final int IMAGE_AXES = 3;

    /** Copies the list. */
    public ArraySpec {
        shape = List.copyOf(shape);
    }

    /** Of an array of whose elements nothing is said. */
    public ArraySpec(
            String path,
            DType dtype,
            List<Integer> shape,
            long rows,
            String unit,
            String frame,
            double minimum,
            double maximum,
            boolean isPerStep) {
        this(path, dtype, shape, rows, unit, frame, minimum, maximum, isPerStep, FieldSignal.NONE);
    }

    static ArraySpec of(String path, DatasetInfo info, boolean isPerStep, Optional<ValueBounds> declared) {
        List<Integer> shape = info.rowShape().stream().map(Math::toIntExact).toList();
        DType dtype = info.dtype();
        ValueBounds bounds = declared.orElseGet(() -> bounds(dtype, shape, info.signal()));
        return new ArraySpec(
                path,
                dtype,
                shape,
                info.rows(),
                info.unit(),
                info.frame(),
                bounds.minimum(),
                bounds.maximum(),
                isPerStep,
                info.signal());
    }

    private static ValueBounds bounds(DType dtype, List<Integer> shape, FieldSignal signal) {
        double least =
                dtype.isFloating() ? Double.NEGATIVE_INFINITY : dtype.min().doubleValue();
        double greatest =
                dtype.isFloating() ? Double.POSITIVE_INFINITY : dtype.max().doubleValue();
        if (signal.isEmpty()) {
            return new ValueBounds(least, greatest);
        }
        int elements = shape.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
        int described = signal.described(elements);
        double low =
                IntStream.range(0, described).mapToDouble(signal::first).min().orElse(least);
        double high =
                IntStream.range(0, described).mapToDouble(signal::last).max().orElse(greatest);
        return new ValueBounds(Math.max(low, least), Math.min(high, greatest));
    }

    /** Bytes of one row. */
    public long rowBytes() {
        return shape.stream().mapToLong(size -> size).reduce(dtype.bytes(), Math::multiplyExact);
    }

    /** Whether a row is an image: uint8, height x width x channels. */
    public boolean isImage() {
        return dtype == DType.UINT8 && shape.size() == IMAGE_AXES;
    }
}
