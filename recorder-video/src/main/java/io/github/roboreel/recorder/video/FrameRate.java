package io.github.roboreel.recorder.video;

/**
 * Frames per second as a fraction in lowest terms.
 *
 * @param frames frames shown in {@code seconds}
 * @param seconds whole seconds
 */
record FrameRate(int frames, int seconds) {
    private static final int MAX_TERM = 1_000_000;
    private static final double TOLERANCE = 1e-9;

    FrameRate {
        if (frames < 1 || seconds < 1) {
            throw new IllegalArgumentException(
                    "frame rate " + frames + "/" + seconds + "; expected terms of at least 1");
        }
    }

    /**
     * The simplest fraction that is 1/dt to 9 digits: 1/15 s gives 15/1, 0.1001 s 10000/1001. Found
     * by continued fractions; terms are kept below a million.
     *
     * @param dtSeconds control period, above 0
     */
    static FrameRate ofPeriod(double dtSeconds) {
        double rate = Math.min(Math.max(1 / dtSeconds, 1.0 / MAX_TERM), MAX_TERM);
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

    /** Frames per second. */
    double perSecond() {
        return (double) frames / seconds;
    }
}
