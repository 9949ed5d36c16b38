package io.github.roboreel.recordings.transform.statistics;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Collects the statistics of one field, element by element or, of pictures, channel by channel, in one pass. Collectors
 * of parts, added in any order, give the counts, bounds and quantiles of one collector of all, bit by bit; means and
 * deviations agree as well, but for rounding in sums of three times the precision of double.
 *
 * <p>Quantiles are exact for pictures, and for elements with up to 4,096 distinct values (in fields of more than 1,024
 * elements, 4,194,304 divided by their number). Beyond that, values that share their sign, exponent and first bits
 * share a cell and count as spread evenly over it; of values from a millionth to 1, of both signs, 4,096 cells are each
 * at most 1/64 of their values wide.
 *
 * <p>Holds up to 78 kB for each element and 80 MB for a field; of a field with more than {@value #MAX_WITH_QUANTILES}
 * elements 140 bytes for each, and of pictures 8 bytes for each level. One thread uses it at a time.
 */
public final class FieldCollector {
    /** Elements of a field, beyond which there are no quantiles of it. */
    public static final int MAX_WITH_QUANTILES = 4096;

    private static final double[] QUANTILES = LeRobotNames.QUANTILES.values().stream()
            .mapToDouble(Double::doubleValue)
            .toArray();
    private static final int MAX_CELLS = 4096;
    private static final int MAX_CELLS_OF_FIELD = 1 << 22;
    private static final int IMAGE_AXES = 3;
    private static final int COLOUR_LEVELS = 256;

    private final int[] shape;
    private final int levels;
    private final Moments[] moments;
    /** None of fields with many elements. */
    private final QuantileSketch[] sketches;
    /** Instead of moments and sketches. */
    private final LevelCounts[] channels;

    private FieldCollector(int[] shape, int levels) {
        this.shape = shape;
        this.levels = levels;
        int elements = Arrays.stream(resultShape()).reduce(1, Math::multiplyExact);
        int numeric = levels == 0 ? elements : 0;
        moments = new Moments[numeric];
        Arrays.setAll(moments, i -> new Moments());
        sketches = new QuantileSketch[numeric > MAX_WITH_QUANTILES ? 0 : numeric];
        Arrays.setAll(sketches, i -> new QuantileSketch(maxCells(elements)));
        channels = new LevelCounts[levels == 0 ? 0 : elements];
        Arrays.setAll(channels, i -> new LevelCounts(levels));
    }

    private static int maxCells(int elements) {
        return Math.min(MAX_CELLS_OF_FIELD / Math.max(1, elements), MAX_CELLS);
    }

    /** Of rows of that shape; {@code []} for a scalar. */
    public static FieldCollector ofNumbers(int... shape) {
        return new FieldCollector(shape.clone(), 0);
    }

    /** Of channels of pictures; their values are whole numbers from 0, and below {@code levels}. */
    public static FieldCollector ofLevels(int channels, int levels) {
        if (levels < 1) {
            throw new IllegalArgumentException(Sentence.of("a picture has at least 1 level, not %s", levels));
        }
        return new FieldCollector(new int[] {channels}, levels);
    }

    static FieldCollector like(NdArray row) {
        boolean isPicture = row.dtype() == DType.UINT8 && row.axes() == IMAGE_AXES;
        return new FieldCollector(row.shape(), isPicture ? COLOUR_LEVELS : 0);
    }

    /** Of pictures, that of their channels, the last axis. */
    private int[] resultShape() {
        return levels == 0 ? shape : new int[] {shape[shape.length - 1]};
    }

    /** Requires that rows of steps can be counted. */
    FieldCollector requireOfSteps() throws StreamCorruptedException {
        if (levels > 0 && (levels != COLOUR_LEVELS || shape.length != IMAGE_AXES)) {
            throw new StreamCorruptedException("no field of steps has pictures of " + levels + " levels");
        }
        return this;
    }

    /** Of the same kind, without values. */
    public FieldCollector empty() {
        return new FieldCollector(shape, levels);
    }

    /** Counts a value of an element, in row-major order; NaNs are counted separately. */
    public void add(int element, double value) {
        moments[element].add(value);
        if (hasQuantiles() && !Double.isNaN(value)) {
            sketches[element].add(value);
        }
    }

    /** Counts pixels of a channel. */
    public void addLevel(int channel, int level, long pixels) {
        channels[channel].add(level, pixels);
    }

    /** Counts a row, or a picture. */
    void add(String path, long step, NdArray row) {
        if (!Arrays.equals(shape, row.shape())) {
            throw new IllegalArgumentException(Sentence.of(
                    "step %s: '%s' is %s, before it had the shape %s", step, path, row, Arrays.toString(shape)));
        }
        for (int i = 0; i < row.elements(); i++) {
            if (levels > 0) {
                addLevel(i % channels.length, (int) row.getLong(i), 1);
            } else {
                add(i, row.getDouble(i));
            }
        }
    }

    /**
     * Counts what another has counted, which stays as it is.
     *
     * @param path of the field, for messages
     * @throws IllegalArgumentException when that is of another shape
     */
    public void add(String path, FieldCollector other) {
        if (!Arrays.equals(shape, other.shape) || levels != other.levels) {
            throw new IllegalArgumentException(Sentence.of(
                    "'%s' has the shape %s and the shape %s",
                    path, Arrays.toString(shape), Arrays.toString(other.shape)));
        }
        for (int i = 0; i < moments.length; i++) {
            moments[i].add(other.moments[i]);
        }
        for (int i = 0; i < sketches.length; i++) {
            sketches[i].add(other.sketches[i]);
        }
        for (int i = 0; i < channels.length; i++) {
            channels[i].add(other.channels[i]);
        }
    }

    /** What was counted up to now. */
    public FieldStatistics statistics() {
        int elements = moments.length + channels.length;
        Summary[] summaries =
                IntStream.range(0, elements).mapToObj(this::summary).toArray(Summary[]::new);
        Map<Double, NdArray> quantiles = new LinkedHashMap<>();
        for (int q = 0; q < QUANTILES.length && hasQuantiles(); q++) {
            int index = q;
            quantiles.put(QUANTILES[q], doubles(summaries, s -> s.quantiles()[index]));
        }
        return new FieldStatistics(
                longs(summaries, Summary::count),
                longs(summaries, Summary::nans),
                doubles(summaries, Summary::mean),
                doubles(summaries, s -> Math.sqrt(s.variance())),
                doubles(summaries, Summary::min),
                doubles(summaries, Summary::max),
                quantiles);
    }

    private boolean hasQuantiles() {
        return levels > 0 || moments.length == sketches.length;
    }

    private Summary summary(int element) {
        if (levels > 0) {
            return channels[element].summary(QUANTILES);
        }
        Moments own = moments[element];
        double[] quantiles = new double[hasQuantiles() ? QUANTILES.length : 0];
        for (int q = 0; q < quantiles.length; q++) {
            double quantile = sketches[element].quantile(QUANTILES[q]);
            quantiles[q] = Math.min(own.max(), Math.max(own.min(), quantile));
        }
        return new Summary(own.count(), own.nans(), own.mean(), own.variance(), own.min(), own.max(), quantiles);
    }

    private NdArray longs(Summary[] summaries, ToLongFunction<Summary> value) {
        return NdArray.ofLongs(Arrays.stream(summaries).mapToLong(value).toArray())
                .reshaped(resultShape());
    }

    private NdArray doubles(Summary[] summaries, ToDoubleFunction<Summary> value) {
        return NdArray.ofDoubles(Arrays.stream(summaries).mapToDouble(value).toArray())
                .reshaped(resultShape());
    }

    /** Writes all that was counted, for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(levels);
        out.writeByte(shape.length);
        for (int size : shape) {
            out.writeInt(size);
        }
        for (Moments each : moments) {
            each.write(out);
        }
        for (QuantileSketch sketch : sketches) {
            sketch.write(out);
        }
        for (LevelCounts channel : channels) {
            channel.write(out);
        }
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param available bytes; no field has more elements, so that nothing is allocated for what is not there
     * @throws IOException when it is something else
     */
    public static FieldCollector read(DataInput in, int available) throws IOException {
        int levels = in.readInt();
        int[] shape = new int[in.readUnsignedByte()];
        boolean isPossible = levels >= 0 && levels <= available && (levels == 0 || shape.length > 0);
        long elementBytes = levels == 0 ? Moments.STATE_BYTES : levels;
        long elements = 1;
        for (int axis = 0; isPossible && axis < shape.length; axis++) {
            shape[axis] = in.readInt();
            boolean isCounted = levels == 0 || axis == shape.length - 1;
            elements *= isCounted ? shape[axis] : 1;
            isPossible = shape[axis] >= 0 && elements * elementBytes <= available;
        }
        if (!isPossible) {
            throw new StreamCorruptedException("no field has such a shape");
        }
        FieldCollector field = new FieldCollector(shape, levels);
        for (int i = 0; i < field.moments.length; i++) {
            field.moments[i] = Moments.read(in);
        }
        for (int i = 0; i < field.sketches.length; i++) {
            field.sketches[i] = QuantileSketch.read(in, maxCells(field.moments.length));
        }
        for (int i = 0; i < field.channels.length; i++) {
            field.channels[i] = LevelCounts.read(in, levels);
        }
        return field;
    }
}
