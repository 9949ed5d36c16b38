package io.github.roboreel.recordings.transform.statistics;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Collects statistics of all numeric fields of the steps it is given, in one pass. Two collectors are joined by
 * {@link #add(StatisticsCollector)}: the same collectors joined in the same order give the same bits. Holds about 16 kB
 * for each element of a field, of large fields and pictures 48 bytes for each element. One thread uses it at a time.
 */
public final class StatisticsCollector {
    /** Elements of a field, beyond which there are no quantiles of it. */
    static final int MAX_WITH_QUANTILES = 4096;

    private static final int STATE_VERSION = 1;

    private static final double[] QUANTILES = {0.01, 0.1, 0.5, 0.9, 0.99};

    private final ValidFields valid;
    private final Map<String, Field> fields = new LinkedHashMap<>();

    /** An empty one. */
    public StatisticsCollector(ValidFields valid) {
        this.valid = valid;
    }

    /**
     * Counts the values of a step. Texts are passed over.
     *
     * @throws IllegalArgumentException when a field has another shape than before
     */
    public void add(Step step) {
        step.values().forEach((path, value) -> {
            if (!value.dtype().isText() && valid.isValid(step, path)) {
                fields.computeIfAbsent(path, p -> Field.like(value)).add(path, step.index(), value);
            }
        });
    }

    /**
     * Counts what another has counted, which stays as it is.
     *
     * @throws IllegalArgumentException when a field has another shape there
     */
    public void add(StatisticsCollector other) {
        other.fields.forEach(
                (path, theirs) -> fields.computeIfAbsent(path, p -> new Field(theirs.shape, theirs.isPicture))
                        .add(path, theirs));
    }

    /** Joins so many collectors in one fixed way; the first of each two takes up the other. */
    public static JoinTree<StatisticsCollector> tree(int collectors) {
        return new JoinTree<>(collectors, (first, second) -> {
            first.add(second);
            return first;
        });
    }

    /** What was counted up to now, by path. */
    public Map<String, FieldStatistics> statistics() {
        Map<String, FieldStatistics> statistics = new LinkedHashMap<>();
        fields.forEach((path, field) -> statistics.put(path, field.statistics()));
        return statistics;
    }

    /**
     * All that was counted, for another process. About as large as the collector is in memory; of fields of less than
     * 1024 rows 8 bytes for each value.
     *
     * @return bytes for {@link #of(byte[], ValidFields)}
     */
    public byte[] state() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(STATE_VERSION);
            out.writeInt(fields.size());
            for (Map.Entry<String, Field> field : fields.entrySet()) {
                out.writeUTF(field.getKey());
                field.getValue().write(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * A collector that goes on as the one would have whose state it is, to the bit.
     *
     * @throws IllegalArgumentException when it is no state
     */
    public static StatisticsCollector of(byte[] state, ValidFields valid) {
        StatisticsCollector collector = new StatisticsCollector(valid);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
            if (in.readByte() != STATE_VERSION) {
                throw new StreamCorruptedException("it is of another version");
            }
            for (int fields = in.readInt(); fields > 0; fields--) {
                collector.fields.put(in.readUTF(), Field.read(in, in.available()));
            }
            if (in.available() > 0) {
                throw new StreamCorruptedException("it is too long");
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    Sentence.of("the state of a collector cannot be read (%s)", Sentence.reasonOf(e)), e);
        }
        return collector;
    }

    /** One field. */
    private static final class Field {
        private static final int IMAGE_AXES = 3;
        private static final int BYTE_VALUES = 256;

        private final int[] shape;
        private final boolean isPicture;
        private final Moments[] moments;
        private final Digest[] digests;
        /** Of pictures, how often each channel has each value. */
        private final long[][] histograms;

        Field(int[] shape, boolean isPicture) {
            this.shape = shape;
            this.isPicture = isPicture;
            int elements = isPicture ? shape[2] : Arrays.stream(shape).reduce(1, Math::multiplyExact);
            moments = new Moments[elements];
            Arrays.setAll(moments, i -> new Moments());
            digests = new Digest[isPicture || elements > MAX_WITH_QUANTILES ? 0 : elements];
            Arrays.setAll(digests, i -> new Digest());
            histograms = new long[isPicture ? elements : 0][BYTE_VALUES];
        }

        static Field like(NdArray value) {
            boolean isPicture = value.dtype() == DType.UINT8 && value.axes() == IMAGE_AXES;
            return new Field(value.shape(), isPicture);
        }

        void write(DataOutput out) throws IOException {
            out.writeByte(shape.length);
            for (int size : shape) {
                out.writeInt(size);
            }
            out.writeBoolean(isPicture);
            for (Moments each : isPicture ? new Moments[0] : moments) {
                each.write(out);
            }
            for (Digest digest : digests) {
                digest.write(out);
            }
            for (long[] histogram : histograms) {
                for (long count : histogram) {
                    out.writeLong(count);
                }
            }
        }

        /** @param available bytes; no field has more elements, so that nothing is allocated for what is not there */
        static Field read(DataInput in, int available) throws IOException {
            int[] shape = new int[in.readUnsignedByte()];
            for (int axis = 0; axis < shape.length; axis++) {
                shape[axis] = in.readInt();
            }
            boolean isPicture = in.readBoolean();
            requireShape(shape, isPicture, available);
            Field field = new Field(shape, isPicture);
            for (int i = 0; i < (isPicture ? 0 : field.moments.length); i++) {
                field.moments[i] = Moments.read(in);
            }
            for (int i = 0; i < field.digests.length; i++) {
                field.digests[i] = Digest.read(in);
            }
            for (long[] histogram : field.histograms) {
                for (int value = 0; value < BYTE_VALUES; value++) {
                    histogram[value] = in.readLong();
                }
            }
            return field;
        }

        private static void requireShape(int[] shape, boolean isPicture, int available) throws IOException {
            boolean isPossible = !isPicture || shape.length == IMAGE_AXES;
            long elements = 1;
            for (int axis = isPicture ? IMAGE_AXES - 1 : 0; isPossible && axis < shape.length; axis++) {
                elements *= shape[axis];
                isPossible = shape[axis] >= 0 && elements <= available;
            }
            if (!isPossible) {
                throw new StreamCorruptedException("no field has the shape " + Arrays.toString(shape));
            }
        }

        void add(String path, long step, NdArray value) {
            if (!Arrays.equals(shape, value.shape())) {
                throw new IllegalArgumentException(Sentence.of(
                        "step %s: '%s' is %s, before it had the shape %s", step, path, value, Arrays.toString(shape)));
            }
            for (int i = 0; i < value.elements(); i++) {
                if (isPicture) {
                    histograms[i % moments.length][(int) value.getLong(i)]++;
                } else {
                    add(i, value.getDouble(i));
                }
            }
        }

        private void add(int element, double value) {
            moments[element].add(value);
            if (digests.length > 0 && !Double.isNaN(value)) {
                digests[element].add(value);
            }
        }

        void add(String path, Field other) {
            if (!Arrays.equals(shape, other.shape) || isPicture != other.isPicture) {
                throw new IllegalArgumentException(Sentence.of(
                        "'%s' has the shape %s and the shape %s",
                        path, Arrays.toString(shape), Arrays.toString(other.shape)));
            }
            for (int i = 0; i < moments.length; i++) {
                moments[i].add(other.moments[i]);
            }
            for (int i = 0; i < digests.length; i++) {
                digests[i].add(other.digests[i]);
            }
            for (int i = 0; i < histograms.length; i++) {
                long[] theirs = other.histograms[i];
                long[] ours = histograms[i];
                Arrays.setAll(ours, value -> ours[value] + theirs[value]);
            }
        }

        FieldStatistics statistics() {
            Summary[] summaries = new Summary[moments.length];
            Arrays.setAll(summaries, this::summary);
            Map<Double, NdArray> quantiles = new LinkedHashMap<>();
            for (int q = 0; q < QUANTILES.length && summaries.length <= MAX_WITH_QUANTILES; q++) {
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

        private Summary summary(int element) {
            if (isPicture) {
                return Summary.of(histograms[element], QUANTILES);
            }
            return Summary.of(moments[element], digests.length == 0 ? null : digests[element], QUANTILES);
        }

        private NdArray longs(Summary[] summaries, ToLongFunction<Summary> value) {
            return NdArray.ofLongs(Arrays.stream(summaries).mapToLong(value).toArray())
                    .reshaped(resultShape());
        }

        private NdArray doubles(Summary[] summaries, ToDoubleFunction<Summary> value) {
            return NdArray.ofDoubles(Arrays.stream(summaries).mapToDouble(value).toArray())
                    .reshaped(resultShape());
        }

        private int[] resultShape() {
            return isPicture ? new int[] {shape[2]} : shape;
        }
    }
}
