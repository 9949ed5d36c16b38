package io.github.roboreel.simulator;

/** The simulation of an env failed; what was recorded up to then is in the run file. */
public class SimulationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * An env failed.
     *
     * @param step steps it had taken
     * @param cause why, an exception or an error
     */
    public SimulationException(int env, int step, Throwable cause) {
        super(
                "env "
                        + env
                        + " failed in step "
                        + step
                        + " ("
                        + reason(cause)
                        + "); its run was ended, with status aborted for every episode under way",
                cause);
    }

    private static String reason(Throwable cause) {
        return cause instanceof OutOfMemoryError
                ? "out of memory: "
                        + cause.getMessage()
                        + "; give Java more with ROBOREEL_JAVA_OPTS=-Xmx4g, or record fewer envs"
                : cause.toString();
    }
}
