package io.github.roboreel.recorder;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;

/** The {@code timing} of a result line, empty where nothing was measured; rounded as Python's {@code round} does. */
final class TimingFields {
    private TimingFields() {}

    static Map<String, Object> of(EpisodeTiming timing, long steps) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (timing.sectionSeconds().isEmpty()) {
            return fields;
        }
        double totalSeconds = 0;
        for (Map.Entry<String, Double> section : timing.sectionSeconds().entrySet()) {
            double seconds = section.getValue();
            fields.put(section.getKey() + "_s", rounded(seconds, 3));
            fields.put(section.getKey() + "_avg_ms", steps == 0 ? 0.0 : rounded(1000 * seconds / steps, 1));
            totalSeconds += seconds;
        }
        double wallSeconds = rounded(totalSeconds, 3);
        fields.put("wall_total_s", wallSeconds);
        fields.put("it_per_sec", wallSeconds == 0 ? 0.0 : rounded(steps / wallSeconds, 2));
        return fields;
    }

    /** Half to even on the exact binary value. */
    private static double rounded(double value, int digits) {
        return new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).doubleValue();
    }
}
