package io.github.roboreel.recordings.transform.statistics;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.Arrays;

/**
 * Quantiles of numbers in one pass and bounded memory. They are exact of numbers with at most {@code maxCells}
 * different values. Of more, those that agree in the sign, the exponent and the first bits of the mantissa share a
 * cell, and count as spread evenly over it; as many bits are kept as make at most {@code maxCells} cells.
 *
 * <p>What is kept depends on the numbers alone, neither on their order nor on who collected which of them, and so do
 * the quantiles, bit by bit: more numbers never need fewer cells, so that bits which once were dropped are dropped in
 * any order. NaN is not for it. One thread uses it.
 */
final class QuantileSketch {
    private static final int MIN_BUFFER = 16;
    private static final int MAX_BUFFER = 1024;

    private final int maxCells;
    private final int maxBuffer;
    private double[] buffer = new double[0];
    private int buffered;
    private int droppedBits;
    private Cells cells = new Cells(0);

    /** Of no numbers yet; {@code maxCells} is at least 2, one for each sign. */
    QuantileSketch(int maxCells) {
        this.maxCells = maxCells;
        this.maxBuffer = Math.min(Math.max(maxCells / 4, MIN_BUFFER), MAX_BUFFER);
    }

    void add(double number) {
        if (buffered == maxBuffer) {
            flush();
        } else if (buffered == buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.min(Math.max(MIN_BUFFER, 2 * buffered), maxBuffer));
        }
        // -0.0 becomes 0.0, which is the same number.
        buffer[buffered++] = number + 0.0;
    }

    void add(QuantileSketch other) {
        for (int i = 0; i < other.buffered; i++) {
            add(other.buffer[i]);
        }
        if (other.cells.size > 0) {
            flush();
            join(other.cells, other.droppedBits);
        }
    }

    private void flush() {
        if (buffered == 0) {
            return;
        }
        Arrays.sort(buffer, 0, buffered);
        Cells added = new Cells(buffered);
        for (int i = 0; i < buffered; i++) {
            added.add(cell(buffer[i], 0), buffer[i], 1, false, 0);
        }
        buffered = 0;
        join(added, 0);
    }

    private void join(Cells added, int addedDroppedBits) {
        droppedBits = Math.max(droppedBits, addedDroppedBits);
        cells = cells.joined(added, droppedBits);
        int more = cells.bitsBeyond(maxCells, droppedBits);
        if (more > 0) {
            droppedBits += more;
            cells = cells.joined(new Cells(0), droppedBits);
        }
        cells = cells.trimmed();
    }

    /**
     * A quantile, as {@link Summary#quantile}.
     *
     * @param fraction 0 to 1
     * @return NaN without any number
     */
    double quantile(double fraction) {
        flush();
        long total = cells.total();
        return total == 0 ? Double.NaN : Summary.quantile(fraction, total, rank -> cells.atRank(rank, droppedBits));
    }

    /** Low bits of numbers that cells do not tell apart; 0 while all are exact. */
    int droppedBits() {
        flush();
        return droppedBits;
    }

    void write(DataOutput out) throws IOException {
        flush();
        out.writeByte(droppedBits);
        cells.write(out, droppedBits);
    }

    static QuantileSketch read(DataInput in, int maxCells) throws IOException {
        QuantileSketch sketch = new QuantileSketch(maxCells);
        sketch.droppedBits = in.readUnsignedByte();
        require(sketch.droppedBits < Long.SIZE);
        sketch.cells = Cells.read(in, sketch.droppedBits, maxCells);
        return sketch;
    }

    private static void require(boolean isPossible) throws IOException {
        if (!isPossible) {
            throw new StreamCorruptedException("no sketch of quantiles has such cells");
        }
    }

    /**
     * The index of the cell of a number, in the order of the numbers; those below zero, and -0.0, have negative ones.
     */
    private static long cell(double number, int droppedBits) {
        long bits = Double.doubleToRawLongBits(number);
        long fromZero = (bits & Long.MAX_VALUE) >>> droppedBits;
        return bits < 0 ? -1 - fromZero : fromZero;
    }

    /** The number of a cell that is nearest to zero; -0.0 of the first below it. */
    private static double near(long cell, int droppedBits) {
        double size = Double.longBitsToDouble((cell < 0 ? -1 - cell : cell) << droppedBits);
        return cell < 0 ? -size : size;
    }

    /** Where the next cell begins, farther from zero. */
    private static double far(long cell, int droppedBits) {
        double next = near(cell < 0 ? cell - 1 : cell + 1, droppedBits);
        // Beyond the largest number the bits are those of infinity, NaN or the other sign.
        boolean isNumber = Double.isFinite(next) && next != 0;
        return isNumber ? next : Math.copySign(Double.MAX_VALUE, cell < 0 ? -1 : 1);
    }

    /** Cells that hold numbers, in their order. */
    private static final class Cells {
        /**
         * The value, if all numbers in the cell are equal; otherwise the number of the cell that is nearest to zero.
         */
        private final double[] numbers;

        private final long[] counts;
        private final boolean[] isSpread;
        private int size;
        private long last;

        Cells(int capacity) {
            this(new double[capacity], new long[capacity], new boolean[capacity]);
        }

        private Cells(double[] numbers, long[] counts, boolean[] isSpread) {
            this.numbers = numbers;
            this.counts = counts;
            this.isSpread = isSpread;
        }

        /** With no room for more. */
        Cells trimmed() {
            if (size == numbers.length) {
                return this;
            }
            Cells trimmed =
                    new Cells(Arrays.copyOf(numbers, size), Arrays.copyOf(counts, size), Arrays.copyOf(isSpread, size));
            trimmed.size = size;
            trimmed.last = last;
            return trimmed;
        }

        /** Adds to the last cell, or one behind it. */
        void add(long cell, double number, long count, boolean spread, int droppedBits) {
            if (size > 0 && cell == last) {
                counts[size - 1] += count;
                if (spread || numbers[size - 1] != number) {
                    isSpread[size - 1] = true;
                    numbers[size - 1] = near(cell, droppedBits);
                }
                return;
            }
            numbers[size] = spread ? near(cell, droppedBits) : number;
            counts[size] = count;
            isSpread[size++] = spread;
            last = cell;
        }

        /** These and others, when at least as many bits are dropped as were. */
        Cells joined(Cells others, int droppedBits) {
            Cells joined = new Cells(size + others.size);
            int own = 0;
            int other = 0;
            long ownCell = cellAt(own, droppedBits);
            long otherCell = others.cellAt(other, droppedBits);
            while (own < size || other < others.size) {
                if (ownCell <= otherCell) {
                    joined.add(ownCell, numbers[own], counts[own], isSpread[own], droppedBits);
                    ownCell = cellAt(++own, droppedBits);
                } else {
                    joined.add(
                            otherCell,
                            others.numbers[other],
                            others.counts[other],
                            others.isSpread[other],
                            droppedBits);
                    otherCell = others.cellAt(++other, droppedBits);
                }
            }
            return joined;
        }

        /** Behind the last, a cell that no number is in. */
        private long cellAt(int index, int droppedBits) {
            return index < size ? cell(numbers[index], droppedBits) : Long.MAX_VALUE;
        }

        /** How many more bits must be dropped for no more than so many cells to be left. */
        int bitsBeyond(int maxCells, int droppedBits) {
            int[] pairs = new int[Long.SIZE + 1];
            for (int i = 1; i < size; i++) {
                long difference = cellAt(i, droppedBits) ^ cellAt(i - 1, droppedBits);
                pairs[Long.SIZE - Long.numberOfLeadingZeros(difference)]++;
            }
            int bits = Long.SIZE;
            int left = 1;
            while (bits > 0 && left + pairs[bits] <= maxCells) {
                left += pairs[bits--];
            }
            return bits;
        }

        long total() {
            return Arrays.stream(counts, 0, size).sum();
        }

        /** The number that so many others come before in order. */
        double atRank(long rank, int droppedBits) {
            int at = 0;
            long before = 0;
            while (before + counts[at] <= rank) {
                before += counts[at++];
            }
            double near = numbers[at];
            if (!isSpread[at]) {
                return near;
            }
            long cell = cell(near, droppedBits);
            double far = far(cell, droppedBits);
            double share = (rank - before + 0.5) / counts[at];
            return Math.min(near, far) + Math.abs(far - near) * share;
        }

        void write(DataOutput out, int droppedBits) throws IOException {
            out.writeShort(size);
            long before = Long.MIN_VALUE;
            for (int i = 0; i < size; i++) {
                VarLong.write(out, counts[i] << 1 | (isSpread[i] ? 1 : 0));
                long cell = cell(numbers[i], droppedBits);
                if (isSpread[i]) {
                    VarLong.write(out, cell - before);
                } else {
                    out.writeDouble(numbers[i]);
                }
                before = cell;
            }
        }

        static Cells read(DataInput in, int droppedBits, int maxCells) throws IOException {
            int size = in.readUnsignedShort();
            require(size <= maxCells);
            Cells cells = new Cells(size);
            long before = Long.MIN_VALUE;
            for (int i = 0; i < size; i++) {
                long count = VarLong.read(in);
                boolean isSpread = (count & 1) == 1;
                double number = isSpread ? near(before + VarLong.read(in), droppedBits) : in.readDouble();
                require(count > 1 && !Double.isNaN(number) && cell(number, droppedBits) > before);
                cells.add(cell(number, droppedBits), number, count >> 1, isSpread, droppedBits);
                before = cells.last;
            }
            return cells;
        }
    }
}
