package io.github.roboreel.recorder;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Breakdown of the time that one env's episode took. Immutable.
 *
 * @param sectionSeconds total seconds by section, in the order of the results; RoboLab's sections are
 *     {@code policy_inference}, {@code env_step} and {@code video_write}
 */
public record EpisodeTiming(Map<String, Double> sectionSeconds) {
    /** Nothing was measured. */
    public static final EpisodeTiming NONE = new EpisodeTiming(Map.of());

    /** Checks and copies, keeping the order. */
    public EpisodeTiming {
        sectionSeconds = Collections.unmodifiableMap(new LinkedHashMap<>(sectionSeconds));
        sectionSeconds.forEach((section, seconds) -> {
            if (!(seconds >= 0) || Double.isInfinite(seconds)) {
                throw new IllegalArgumentException(
                        "section '" + section + "' took " + seconds + " s; expected a finite number from 0");
            }
        });
    }

    /** These sections, then those of the other; a section in both is summed up. */
    public EpisodeTiming plus(EpisodeTiming other) {
        Map<String, Double> sum = new LinkedHashMap<>(sectionSeconds);
        other.sectionSeconds.forEach((section, seconds) -> sum.merge(section, seconds, Double::sum));
        return new EpisodeTiming(sum);
    }
}
