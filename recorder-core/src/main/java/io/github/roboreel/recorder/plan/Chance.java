package io.github.roboreel.recorder.plan;

/**
 * A probability whose draws are a function of the seed and two numbers: the same on every machine, whatever was drawn
 * before and on whichever thread.
 */
record Chance(double probability, long seed) {
    private static final double UNIT = 0x1.0p-53;

    Chance {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("the probability is " + probability + "; expected 0 to 1");
        }
    }

    boolean draw(long first, long second) {
        long bits = mixed(mixed(mixed(seed) + first) + second);
        return (bits >>> 11) * UNIT < probability;
    }

    /** One step of SplitMix64. */
    private static long mixed(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
