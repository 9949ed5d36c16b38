package io.github.roboreel.dashboard.series;

import java.util.Arrays;

/**
 * The rows of a series that a line chart of so many pixel columns needs: of each column the first, the least, the
 * greatest and the last value, and the first that is not finite, so that no peak and no gap is lost. A series with at
 * most four rows a column is kept whole. Takes the values block by block; for one thread.
 */
final class M4 {
    /** Rows per column up to which all are kept. */
    static final int RAW_ROWS = 4;

    private static final int MAX_OF_COLUMN = 5;

    private final long from;
    private final long rows;
    private final int width;
    private final boolean isRaw;
    private final long[] chosen = new long[MAX_OF_COLUMN];
    private final double[] chosenValues = new double[MAX_OF_COLUMN];
    private int[] steps;
    private double[] values;
    private int points;
    private long row;
    private double least = Double.POSITIVE_INFINITY;
    private double greatest = Double.NEGATIVE_INFINITY;

    private int column;
    private long columnEnd;
    private long firstRow = -1;
    private double first;
    private long minRow = -1;
    private double min;
    private long maxRow = -1;
    private double max;
    private long gapRow = -1;
    private double gap;
    private double last;

    /**
     * For rows of a series.
     *
     * @param from first row
     * @param to row after the last one
     * @param width pixel columns
     */
    M4(long from, long to, int width) {
        this.from = from;
        this.rows = to - from;
        this.width = width;
        isRaw = rows <= (long) RAW_ROWS * width;
        int most = isRaw ? Math.toIntExact(rows) : MAX_OF_COLUMN * width;
        steps = new int[most];
        values = new double[most];
        row = from;
        columnEnd = endOf(0);
    }

    private long endOf(int pixel) {
        return from + ((pixel + 1) * rows + width - 1) / width;
    }

    /** Takes the next values. */
    void accept(double[] block, int count) {
        if (isRaw) {
            acceptRaw(block, count);
            return;
        }
        int at = 0;
        while (at < count) {
            int end = (int) Math.min(count, at + columnEnd - row);
            scan(block, at, end);
            row += end - at;
            at = end;
            if (row == columnEnd) {
                closeColumn();
            }
        }
    }

    private void acceptRaw(double[] block, int count) {
        for (int i = 0; i < count; i++) {
            double value = block[i];
            if (Double.isFinite(value)) {
                least = Math.min(least, value);
                greatest = Math.max(greatest, value);
            }
            add(row++, value);
        }
    }

    private void scan(double[] block, int start, int end) {
        if (firstRow < 0) {
            firstRow = row;
            first = block[start];
            min = Double.POSITIVE_INFINITY;
            max = Double.NEGATIVE_INFINITY;
        }
        double low = min;
        double high = max;
        int lowAt = -1;
        int highAt = -1;
        int gapAt = -1;
        for (int i = start; i < end; i++) {
            double value = block[i];
            if (!(Math.abs(value) <= Double.MAX_VALUE)) {
                gapAt = gapAt < 0 ? i : gapAt;
                continue;
            }
            if (value < low) {
                low = value;
                lowAt = i;
            }
            if (value > high) {
                high = value;
                highAt = i;
            }
        }
        min = low;
        max = high;
        minRow = lowAt < 0 ? minRow : row + lowAt - start;
        maxRow = highAt < 0 ? maxRow : row + highAt - start;
        if (gapAt >= 0 && gapRow < 0) {
            gapRow = row + gapAt - start;
            gap = block[gapAt];
        }
        last = block[end - 1];
    }

    private void closeColumn() {
        int count = choose(0, firstRow, first);
        count = choose(count, minRow, min);
        count = choose(count, maxRow, max);
        count = choose(count, gapRow, gap);
        count = choose(count, row - 1, last);
        for (int i = 0; i < count; i++) {
            add(chosen[i], chosenValues[i]);
        }
        if (minRow >= 0) {
            least = Math.min(least, min);
            greatest = Math.max(greatest, max);
        }
        column++;
        columnEnd = endOf(column);
        firstRow = -1;
        minRow = -1;
        maxRow = -1;
        gapRow = -1;
    }

    /** Puts a row among the chosen ones in order, once. */
    private int choose(int count, long wanted, double value) {
        int at = count;
        while (at > 0 && chosen[at - 1] > wanted) {
            at--;
        }
        if (wanted < 0 || at > 0 && chosen[at - 1] == wanted) {
            return count;
        }
        System.arraycopy(chosen, at, chosen, at + 1, count - at);
        System.arraycopy(chosenValues, at, chosenValues, at + 1, count - at);
        chosen[at] = wanted;
        chosenValues[at] = value;
        return count + 1;
    }

    private void add(long step, double value) {
        steps[points] = Math.toIntExact(step);
        values[points++] = value;
    }

    /** The chosen rows, after all values were taken. */
    int[] steps() {
        return Arrays.copyOf(steps, points);
    }

    double[] values() {
        return Arrays.copyOf(values, points);
    }

    /** The least finite value of all rows; null without one. */
    Double least() {
        return least <= greatest ? (Double) least : null;
    }

    Double greatest() {
        return least <= greatest ? (Double) greatest : null;
    }
}
