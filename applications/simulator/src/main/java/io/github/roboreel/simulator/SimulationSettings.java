package io.github.roboreel.simulator;

/**
 * Time steps of the simulation. Immutable.
 *
 * @param physicsDtSeconds one physics substep, s
 * @param decimation substeps per control step
 * @param maxSteps control steps after which an episode is truncated; 0 takes the task's episode length
 */
record SimulationSettings(double physicsDtSeconds, int decimation, int maxSteps) {
    /** Physics at 120 Hz, control at 15 Hz, length from the task. */
    static final SimulationSettings DEFAULT = new SimulationSettings(1.0 / 120, 8, 0);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException naming the value that is out of range
     */
    SimulationSettings {
        if (!(physicsDtSeconds >= 1e-4 && physicsDtSeconds <= 0.02)) {
            throw new IllegalArgumentException(
                    "Physics step must be within 0.0001 and 0.02 s, given " + physicsDtSeconds + ".");
        }
        if (decimation < 1 || decimation > 1000) {
            throw new IllegalArgumentException("Decimation must be within 1 and 1000, given " + decimation + ".");
        }
        if (maxSteps < 0) {
            throw new IllegalArgumentException("Max steps must not be negative, given " + maxSteps + ".");
        }
    }

    /** The same with another limit of control steps; 0 takes the task's episode length. */
    SimulationSettings withMaxSteps(int steps) {
        return new SimulationSettings(physicsDtSeconds, decimation, steps);
    }

    /** One control step in s. */
    double controlDtSeconds() {
        return physicsDtSeconds * decimation;
    }

    /** Control steps until an episode of the task is truncated. */
    int stepLimit(TaskDefinition task) {
        return maxSteps > 0 ? maxSteps : (int) Math.ceil(task.episodeLengthSeconds() / controlDtSeconds() - 1e-9);
    }
}
