package io.github.roboreel.recorder.metrics;

import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;

/**
 * Magnitude spectra of real profiles. Two profiles share a complex transform, one as its real and one as its imaginary
 * part: by the symmetry of real spectra, {@code A[k] = (Z[k] + Z*[n-k]) / 2} and {@code B[k] = (Z[k] - Z*[n-k]) / 2i}.
 * Each is scaled to a peak of 1 before, so that a large one does not drown a small one in rounding.
 */
final class Spectra {
    private static final int REAL = 0;
    private static final int IMAGINARY = 1;

    private Spectra() {}

    /**
     * One-sided magnitudes of each profile, divided by the largest one, shape (length / 2 + 1).
     *
     * @param profiles finite, none of them zero throughout
     * @param length of the transform, a power of two; profiles are padded with zeros to it
     */
    static double[][] normalised(double[][] profiles, int length) {
        double[][] result = new double[profiles.length][];
        for (int i = 0; i < profiles.length; i += 2) {
            boolean hasSecond = i + 1 < profiles.length;
            double[][] z = new double[2][length];
            copyScaled(profiles[i], z[REAL]);
            if (hasSecond) {
                copyScaled(profiles[i + 1], z[IMAGINARY]);
            }
            FastFourierTransformer.transformInPlace(z, DftNormalization.STANDARD, TransformType.FORWARD);
            result[i] = dividedByMaximum(part(z, 1));
            if (hasSecond) {
                result[i + 1] = dividedByMaximum(part(z, -1));
            }
        }
        return result;
    }

    private static void copyScaled(double[] profile, double[] into) {
        double peak = maximum(profile);
        for (int i = 0; i < profile.length; i++) {
            into[i] = profile[i] / peak;
        }
    }

    /** Magnitudes, times 2, of what was put in as real part (sign 1) or as imaginary part (-1). */
    private static double[] part(double[][] z, int sign) {
        int length = z[REAL].length;
        double[] magnitude = new double[length / 2 + 1];
        for (int k = 0; k < magnitude.length; k++) {
            int mirrored = (length - k) % length;
            double real = z[REAL][k] + sign * z[REAL][mirrored];
            double imaginary = z[IMAGINARY][k] - sign * z[IMAGINARY][mirrored];
            magnitude[k] = Math.sqrt(real * real + imaginary * imaginary);
        }
        return magnitude;
    }

    private static double[] dividedByMaximum(double[] magnitude) {
        double max = maximum(magnitude);
        for (int bin = 0; bin < magnitude.length; bin++) {
            magnitude[bin] /= max;
        }
        return magnitude;
    }

    /** Largest absolute value; NaN when one is NaN. */
    static double maximum(double[] values) {
        double max = 0;
        for (double value : values) {
            max = Math.max(max, Math.abs(value));
        }
        return max;
    }
}
