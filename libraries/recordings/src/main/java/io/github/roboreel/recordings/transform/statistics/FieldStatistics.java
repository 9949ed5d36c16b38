package io.github.roboreel.recordings.transform.statistics;

import io.github.roboreel.recordings.NdArray;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Statistics of a field, element by element; of pictures, channel by channel. Immutable. All arrays are float64 with
 * the shape of one value, or of the channels.
 *
 * @param count of the numbers of each element, without NaNs; int64
 * @param nans of each element; int64
 * @param mean NaN without numbers
 * @param std of the population, divided by the count
 * @param min least
 * @param max greatest
 * @param quantiles by fraction: 0.01, 0.1, 0.5, 0.9, 0.99; empty of a field with more than
 *     {@value FieldCollector#MAX_WITH_QUANTILES} elements
 */
public record FieldStatistics(
        NdArray count,
        NdArray nans,
        NdArray mean,
        NdArray std,
        NdArray min,
        NdArray max,
        Map<Double, NdArray> quantiles) {

    /** Copies the map, keeping its order. */
    public FieldStatistics {
        quantiles = Collections.unmodifiableMap(new LinkedHashMap<>(quantiles));
    }

    /**
     * Standard deviation of a sample, divided by the count less 1: what {@code mean_and_std} of RLDS gives. NaN of
     * fewer than two numbers.
     */
    public NdArray sampleStd() {
        double[] values = std.doubles();
        for (int i = 0; i < values.length; i++) {
            double n = count.getDouble(i);
            values[i] = n < 2 ? Double.NaN : values[i] * Math.sqrt(n / (n - 1));
        }
        return NdArray.ofDoubles(values).reshaped(std.shape());
    }

    /** With NaN as mean, deviation, bounds and quantiles of each element that had one, as numpy computes them. */
    public FieldStatistics withNans() {
        Map<Double, NdArray> marked = new LinkedHashMap<>();
        quantiles.forEach((fraction, values) -> marked.put(fraction, marked(values)));
        return new FieldStatistics(count, nans, marked(mean), marked(std), marked(min), marked(max), marked);
    }

    private NdArray marked(NdArray values) {
        double[] all = values.doubles();
        for (int i = 0; i < all.length; i++) {
            all[i] = nans.getLong(i) > 0 ? Double.NaN : all[i];
        }
        return NdArray.ofDoubles(all).reshaped(values.shape());
    }
}
