package io.github.roboreel.recorder;

/** Counts consumed steps where it costs no producer anything: on one sink's thread, one add a batch. */
final class StepCount {
    /** Counts nothing: for every sink but the first. */
    static final StepCount NONE = new StepCount(null);

    private final RecorderMeters meters;
    private long pending;

    StepCount(RecorderMeters meters) {
        this.meters = meters;
    }

    void seen(boolean isStep, boolean endOfBatch) {
        if (meters == null) {
            return;
        }
        pending += isStep ? 1 : 0;
        if (endOfBatch && pending > 0) {
            meters.stepsConsumed(pending);
            pending = 0;
        }
    }
}
