package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.fault.Sentence;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Frames per second as a fraction in lowest terms.
 *
 * @param frames frames shown in {@code seconds}
 * @param seconds whole seconds
 */
public record FrameRate(int frames, int seconds) {
    /** Players' clocks are rarely finer, and what counts time in 32 bits lasts half a day. */
    private static final int MAX_TERM = 90_000;

    private static final double TOLERANCE = 1e-9;

    public FrameRate {
        if (frames < 1 || seconds < 1) {
            throw new IllegalArgumentException(
                    "frame rate " + frames + "/" + seconds + "; expected terms of at least 1");
        }
    }

    /**
     * The simplest fraction that is 1/dt to 9 digits: 1/15 s gives 15/1, 0.1001 s 10000/1001. Found by continued
     * fractions; terms are at most 90,000, so that a period such as 0.033333 s, which needs larger ones, is met to 2
     * parts in 100,000: 30/1.
     *
     * @param dtSeconds control period, from 1/90,000 s to 90,000 s
     * @throws IllegalArgumentException in one sentence, when it is out of range
     */
    public static FrameRate ofPeriod(double dtSeconds) {
        double rate = 1 / dtSeconds;
        if (!(rate >= 1.0 / MAX_TERM && rate <= MAX_TERM)) {
            throw new IllegalArgumentException(Sentence.of(
                    "a video cannot show a control period of %s s; expected 1/%s s to %s s",
                    dtSeconds, MAX_TERM, MAX_TERM));
        }
        long previousNumerator = 1;
        long previousDenominator = 0;
        long numerator = (long) Math.floor(rate);
        long denominator = 1;
        double rest = rate - numerator;
        while (Math.abs(rate - (double) numerator / denominator) > rate * TOLERANCE) {
            double inverse = 1 / rest;
            long digit = (long) Math.floor(inverse);
            rest = inverse - digit;
            long nextNumerator = digit * numerator + previousNumerator;
            long nextDenominator = digit * denominator + previousDenominator;
            if (nextNumerator > MAX_TERM || nextDenominator > MAX_TERM) {
                break;
            }
            previousNumerator = numerator;
            previousDenominator = denominator;
            numerator = nextNumerator;
            denominator = nextDenominator;
        }
        return new FrameRate((int) Math.max(numerator, 1), (int) denominator);
    }

    /**
     * The rate of frames that each last that many units; empty when its terms are too large for a {@link VideoFormat}.
     */
    public static Optional<FrameRate> ofUnits(long unitsPerSecond, int frameUnits) {
        if (unitsPerSecond < 1 || frameUnits < 1) {
            return Optional.empty();
        }
        long common = BigInteger.valueOf(unitsPerSecond)
                .gcd(BigInteger.valueOf(frameUnits))
                .longValue();
        boolean fits = unitsPerSecond / common <= MAX_TERM && frameUnits / common <= MAX_TERM;
        return fits
                ? Optional.of(new FrameRate((int) (unitsPerSecond / common), (int) (frameUnits / common)))
                : Optional.empty();
    }

    /** Frames per second. */
    double perSecond() {
        return (double) frames / seconds;
    }
}
