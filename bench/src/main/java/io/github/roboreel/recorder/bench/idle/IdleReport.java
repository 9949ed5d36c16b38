package io.github.roboreel.recorder.bench.idle;

import io.github.roboreel.recorder.bench.record.Figures;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What {@link IdleRun} measured.
 *
 * @param idle processor time with an open run and no steps
 * @param paced processor time at the pace, that of the producer's thread left out
 * @param firstStepNanos from the call that hands a vector step over, after the silence, until all its steps are durable
 */
record IdleReport(IdleSpec spec, Usage idle, Usage paced, Histogram firstStepNanos) {
    private static final double[] PERCENTILES = {50, 90, 100};
    private static final double MIN_SHOWN_PERCENT = 0.05;

    /**
     * Processor time in percent of a core.
     *
     * @param process of the whole process
     * @param threads of threads that live at the end, by name
     */
    record Usage(double process, Map<String, Double> threads) {
        Usage {
            threads = Map.copyOf(threads);
        }

        /** Of the recorder's threads that live at the end: without the JVM's compilers and collectors. */
        double recorder() {
            return threads.entrySet().stream()
                    .filter(thread -> thread.getKey().startsWith("roboreel-"))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
        }

        /** Without what one thread used. */
        Usage without(String thread) {
            Map<String, Double> others = new LinkedHashMap<>(threads);
            Double used = others.remove(thread);
            return new Usage(used == null ? process : process - used, others);
        }

        private Figures figures() {
            Figures figures = new Figures();
            threads.entrySet().stream()
                    .filter(thread -> thread.getValue() >= MIN_SHOWN_PERCENT)
                    .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                    .forEach(thread -> figures.put(thread.getKey(), thread.getValue(), 2));
            return figures;
        }
    }

    Figures figures() {
        return new Figures()
                .put("bench", "idle")
                .put("num_envs", spec.numEnvs())
                .put("pace_hz", spec.paceHz())
                .put("seconds", spec.seconds(), 1)
                .put("wait_strategy", spec.waitStrategy())
                .put("idle_cpu_percent", idle.process(), 2)
                .put("idle_recorder_cpu_percent", idle.recorder(), 2)
                .put("idle_threads", idle.figures())
                .put("paced_cpu_percent", paced.process(), 2)
                .put("paced_recorder_cpu_percent", paced.recorder(), 2)
                .put("paced_threads", paced.figures())
                .put("first_step_us", firstStepNanos, 1e3, 1, PERCENTILES);
    }

    String table() {
        Map<String, Figures> rows = new LinkedHashMap<>();
        rows.put("no steps", row(idle));
        rows.put(String.format(Locale.ROOT, "%.0f Hz x %d envs", spec.paceHz(), spec.numEnvs()), row(paced));
        rows.put("first step", new Figures().cells(firstStepNanos, 1e3, "us", 0, PERCENTILES));
        return Figures.table("", rows);
    }

    private static Figures row(Usage usage) {
        return new Figures()
                .put("process", usage.process(), 2, "% of a core", 2)
                .put("recorder", usage.recorder(), 2, "recorder's threads", 2);
    }
}
