package io.github.roboreel.recordings.transform;

/**
 * Numbers that look random, the same for the same seed on every machine and in every release of Java: SplitMix64. One
 * thread uses it.
 */
final class Draws {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private long state;

    Draws(long seed) {
        state = seed;
    }

    long bits() {
        state += GOLDEN;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** From 0, below a bound of at least 1. */
    int below(int bound) {
        return (int) ((bits() >>> 32) * bound >>> 32);
    }

    /** From 0, below 1, in steps of 2^-53. */
    double unit() {
        return (bits() >>> 11) * 0x1p-53;
    }
}
