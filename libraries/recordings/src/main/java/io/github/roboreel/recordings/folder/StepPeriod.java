package io.github.roboreel.recordings.folder;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Time between two steps of an episode. All who need it take it from here: {@code env_cfg.json}, else the demo's
 * attribute {@code dt}, else what its result line or log says, else {@link EnvFolder#DEFAULT_DT_SECONDS}.
 *
 * @param seconds the time, s
 * @param isAssumed whether nothing says it
 */
public record StepPeriod(double seconds, boolean isAssumed) {
    /**
     * Of an episode whose demo can be read.
     *
     * @param other what the result line or the log says, s
     * @throws IOException when the demo's attributes cannot be read
     */
    public static StepPeriod of(EnvFolder env, EpisodeReader demo, OptionalDouble other) throws IOException {
        OptionalDouble known = known(env, demo.attributes(), other);
        return known.isPresent()
                ? new StepPeriod(known.getAsDouble(), false)
                : new StepPeriod(EnvFolder.DEFAULT_DT_SECONDS, true);
    }

    /** Time between two steps, s; empty when nothing says it. */
    static OptionalDouble known(EnvFolder env, Map<String, Object> attributes, OptionalDouble other) {
        OptionalDouble configured = env.dtSeconds();
        if (configured.isPresent()) {
            return configured;
        }
        if (attributes.get(AttributeNames.DT) instanceof Double stored && isPeriod(stored)) {
            return OptionalDouble.of(stored);
        }
        return other.isPresent() && isPeriod(other.getAsDouble()) ? other : OptionalDouble.empty();
    }

    private static boolean isPeriod(double seconds) {
        return seconds > 0 && Double.isFinite(seconds);
    }

    /** The time, s; empty when nothing says it. */
    public OptionalDouble known() {
        return isAssumed ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    /** That of an env folder the time is assumed. */
    public static FileFault assumed(EnvFolder env, FileFault.Severity severity) {
        return new FileFault(
                env.configFile(),
                0,
                "",
                "does not say sim.dt and decimation, so 1/15 s between two steps is assumed",
                "copy the file from where the episodes were recorded",
                severity);
    }
}
