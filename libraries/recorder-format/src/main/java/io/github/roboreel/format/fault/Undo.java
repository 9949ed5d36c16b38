package io.github.roboreel.format.fault;

/** Reversal of what was done before a failure: all steps are tried, and the failure stays the one to be thrown. */
public final class Undo {
    private Undo() {}

    /** One step. */
    @FunctionalInterface
    public interface Step {
        /** Takes something back. */
        void run() throws Exception;
    }

    /**
     * Takes back what a failure left half done.
     *
     * @param failure gets what fails on the way as suppressed
     * @param steps in their order; one that fails does not keep the next from being tried
     */
    public static void after(Throwable failure, Step... steps) {
        for (Step step : steps) {
            try {
                step.run();
            } catch (Exception | Error e) {
                if (e != failure) {
                    failure.addSuppressed(e);
                }
            }
        }
    }
}
