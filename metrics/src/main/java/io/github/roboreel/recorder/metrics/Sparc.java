package io.github.roboreel.recorder.metrics;

import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;

/**
 * Spectral arc length of a speed profile: the negative length of its normalised Fourier magnitude
 * spectrum up to an adaptive cut-off. Dimensionless; a more negative number is a longer arc, a less
 * smooth movement.
 *
 * <p>Source: S. Balasubramanian, A. Melendez-Calderon, A. Roby-Brami, E. Burdet, "On the analysis
 * of movement smoothness", J. NeuroEngineering and Rehabilitation 12:112, 2015, the definition of
 * SPARC: the integral over {@code 0..w_c} of {@code -sqrt((1 / w_c)^2 + (dV/dw)^2)}, with V the
 * normalised magnitude and w_c the adaptive cut-off. Two choices are RoboLab's: the spectrum is
 * divided by its maximum instead of its value at 0 Hz, and the bin at the cut-off is kept.
 *
 * @param padLevel the transform is this many times longer than the next power of two; itself a
 *     power of two
 * @param maxCutoffHz upper limit of the cut-off frequency, Hz
 * @param amplitudeThreshold the cut-off is the highest frequency whose normalised magnitude reaches
 *     this, 0 to 1
 * @param minSpeed a profile that stays below it is motionless, in the unit of the speed; positive
 */
record Sparc(int padLevel, double maxCutoffHz, double amplitudeThreshold, double minSpeed) {
    /** The paper's parameters, with RoboLab's gate for a motionless profile. */
    static final Sparc STANDARD = new Sparc(4, 10, 0.05, 1e-6);

    Sparc {
        if (Integer.bitCount(padLevel) != 1 || padLevel < 0) {
            throw new IllegalArgumentException(
                    "padLevel must be a power of two, given " + padLevel);
        }
        if (!(maxCutoffHz > 0) || !(amplitudeThreshold >= 0 && amplitudeThreshold <= 1)) {
            throw new IllegalArgumentException(
                    "maxCutoffHz must be positive and amplitudeThreshold in 0..1, given %s and %s"
                            .formatted(maxCutoffHz, amplitudeThreshold));
        }
        if (!(minSpeed > 0)) {
            throw new IllegalArgumentException("minSpeed must be positive, given " + minSpeed);
        }
    }

    /**
     * The spectral arc length.
     *
     * @param speed one value per step, shape (T)
     * @param dtSeconds time between two steps, s
     * @return NaN for fewer than two steps, a motionless profile or one that is not finite; 0 when
     *     only one frequency is below the cut-off
     */
    double of(double[] speed, double dtSeconds) {
        double peak = maxAbsolute(speed);
        if (speed.length < 2 || !(peak >= minSpeed) || Double.isInfinite(peak)) {
            return Double.NaN;
        }
        double[] magnitude = normalisedSpectrum(speed);
        double durationSeconds = 2.0 * (magnitude.length - 1) * dtSeconds;
        double cutoffHz = Math.min(lastReaching(magnitude) / durationSeconds, maxCutoffHz);
        // Not a negation, which would turn 0 into -0.
        return 0 - arcLength(magnitude, durationSeconds, cutoffHz);
    }

    private static double maxAbsolute(double[] values) {
        double max = 0;
        for (double value : values) {
            max = Math.max(max, Math.abs(value));
        }
        return max;
    }

    /** One-sided magnitudes of the zero-padded profile, shape (length / 2 + 1), at most 1. */
    private double[] normalisedSpectrum(double[] speed) {
        int length = Math.multiplyExact(nextPowerOfTwo(speed.length), padLevel);
        double[][] realAndImaginary = new double[2][length];
        System.arraycopy(speed, 0, realAndImaginary[0], 0, speed.length);
        FastFourierTransformer.transformInPlace(
                realAndImaginary, DftNormalization.STANDARD, TransformType.FORWARD);
        double[] magnitude = new double[length / 2 + 1];
        for (int bin = 0; bin < magnitude.length; bin++) {
            magnitude[bin] = Math.hypot(realAndImaginary[0][bin], realAndImaginary[1][bin]);
        }
        double max = maxAbsolute(magnitude);
        for (int bin = 0; bin < magnitude.length; bin++) {
            magnitude[bin] /= max;
        }
        return magnitude;
    }

    private static int nextPowerOfTwo(int count) {
        int floor = Integer.highestOneBit(count);
        return floor == count ? floor : Math.multiplyExact(floor, 2);
    }

    /** The highest bin at the threshold or above; the maximum is 1, so there is one. */
    private int lastReaching(double[] magnitude) {
        int bin = magnitude.length - 1;
        while (bin > 0 && !(magnitude[bin] >= amplitudeThreshold)) {
            bin--;
        }
        return bin;
    }

    private static double arcLength(double[] magnitude, double durationSeconds, double cutoffHz) {
        double length = 0;
        for (int bin = 1; bin < magnitude.length && bin / durationSeconds <= cutoffHz; bin++) {
            double frequencyStep = (bin / durationSeconds - (bin - 1) / durationSeconds) / cutoffHz;
            length += Math.hypot(frequencyStep, magnitude[bin] - magnitude[bin - 1]);
        }
        return length;
    }
}
