package io.github.roboreel.simulation;

/** Failure of one env among those that a {@link VectorEnv} or a {@link VectorPolicy} serves in one call. */
public final class EnvFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int env;

    /**
     * @param env its number in the vector
     * @param message what is wrong, one sentence
     * @param cause may be null
     */
    public EnvFailedException(int env, String message, Throwable cause) {
        super(message, cause);
        this.env = env;
    }

    /** Number of the env in the vector. */
    public int env() {
        return env;
    }
}
