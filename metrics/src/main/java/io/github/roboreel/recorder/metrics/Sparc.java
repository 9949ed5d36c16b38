package io.github.roboreel.recorder.metrics;

import io.github.roboreel.format.fault.Sentence;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Spectral arc length of a speed profile: the negative length of its normalised Fourier magnitude spectrum up to an
 * adaptive cut-off. Dimensionless; a more negative number is a longer arc, a less smooth movement.
 *
 * <p>Source: S. Balasubramanian, A. Melendez-Calderon, A. Roby-Brami, E. Burdet, "On the analysis of movement
 * smoothness", J. NeuroEngineering and Rehabilitation 12:112, 2015, the definition of SPARC: the integral over
 * {@code 0..w_c} of {@code -sqrt((1 / w_c)^2 + (dV/dw)^2)}, with V the normalised magnitude and w_c the adaptive
 * cut-off. Two choices are RoboLab's: the spectrum is divided by its maximum instead of its value at 0 Hz, and the bin
 * at the cut-off is kept.
 *
 * @param padLevel the transform is this many times longer than the next power of two; itself a power of two
 * @param maxCutoffHz upper limit of the cut-off frequency, Hz
 * @param amplitudeThreshold the cut-off is the highest frequency whose normalised magnitude reaches this, 0 to 1
 * @param minSpeed a profile that stays below it is motionless, in the unit of the speed; positive
 */
record Sparc(int padLevel, double maxCutoffHz, double amplitudeThreshold, double minSpeed) {
    /** The paper's parameters, with RoboLab's gate for a motionless profile. */
    static final Sparc STANDARD = new Sparc(4, 10, 0.05, 1e-6);

    Sparc {
        if (Integer.bitCount(padLevel) != 1 || padLevel < 0) {
            throw new IllegalArgumentException("padLevel must be a power of two, given " + padLevel);
        }
        if (!(maxCutoffHz > 0) || !(amplitudeThreshold >= 0 && amplitudeThreshold <= 1)) {
            throw new IllegalArgumentException(Sentence.of(
                    "maxCutoffHz must be positive and amplitudeThreshold in 0..1, given %s and %s",
                    maxCutoffHz, amplitudeThreshold));
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
     * @return NaN for fewer than two steps, a motionless profile or one that is not finite; 0 when only one frequency
     *     is below the cut-off
     */
    double of(double[] speed, double dtSeconds) {
        return ofAll(new double[][] {speed}, dtSeconds)[0];
    }

    /** The spectral arc length of each of several profiles of the same length. */
    double[] ofAll(double[][] speeds, double dtSeconds) {
        double[] result = new double[speeds.length];
        Arrays.fill(result, Double.NaN);
        int[] moving = IntStream.range(0, speeds.length)
                .filter(i -> isMoving(speeds[i]))
                .toArray();
        if (moving.length == 0) {
            return result;
        }
        double[][] profiles = IntStream.of(moving).mapToObj(i -> speeds[i]).toArray(double[][]::new);
        int length = Math.multiplyExact(nextPowerOfTwo(profiles[0].length), padLevel);
        double[][] spectra = Spectra.normalised(profiles, length);
        for (int i = 0; i < moving.length; i++) {
            result[moving[i]] = ofSpectrum(spectra[i], length * dtSeconds);
        }
        return result;
    }

    private boolean isMoving(double[] speed) {
        double peak = Spectra.maximum(speed);
        return speed.length >= 2 && peak >= minSpeed && !Double.isInfinite(peak);
    }

    private double ofSpectrum(double[] magnitude, double durationSeconds) {
        double cutoffHz = Math.min(lastReaching(magnitude) / durationSeconds, maxCutoffHz);
        // Not a negation, which would turn 0 into -0.
        return 0 - arcLength(magnitude, durationSeconds, cutoffHz);
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
            double magnitudeStep = magnitude[bin] - magnitude[bin - 1];
            length += Math.sqrt(frequencyStep * frequencyStep + magnitudeStep * magnitudeStep);
        }
        return length;
    }
}
