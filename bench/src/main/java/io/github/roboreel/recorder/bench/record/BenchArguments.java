package io.github.roboreel.recorder.bench.record;

/** Checks of options' values. */
public final class BenchArguments {
    private BenchArguments() {}

    /**
     * Refuses a number that is too small.
     *
     * @throws IllegalArgumentException when it is
     */
    public static void requireAtLeast(String option, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(option + " is " + value + "; expected " + least + " or more");
        }
    }
}
