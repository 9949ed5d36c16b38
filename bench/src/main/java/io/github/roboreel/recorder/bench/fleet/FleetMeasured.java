package io.github.roboreel.recorder.bench.fleet;

import io.github.roboreel.recorder.bench.record.Figures;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rounds of one contender at one work, of which medians count.
 *
 * @param rounds at least one
 */
record FleetMeasured(List<FleetUsage> rounds) {
    FleetMeasured {
        rounds = List.copyOf(rounds);
    }

    /** Members and columns; ratios are to another contender. */
    Figures figures(FleetMeasured base, FleetWork work) {
        Figures figures = new Figures()
                .put("wall_s", wall(), 3, "wall s", 2)
                .put("cpu_s", cpu(), 3, "CPU s", 2)
                .put("peak_rss_mb", median(FleetUsage::peakRssMb), 1, "RSS MB", 0)
                .put("wall_ratio", wall() / base.wall(), 3, "wall ratio", 2)
                .put("cpu_ratio", cpu() / base.cpu(), 3, "CPU ratio", 2)
                .put("exit", rounds.get(0).exit(), "exit");
        if (work.printsFindings()) {
            boolean same = printed(this, base).distinct().count() == 1;
            figures.put("same_output", same).cell("output", same ? "same" : "differs");
        }
        return figures.put("each_wall_s", each(FleetUsage::wallSeconds))
                .put("each_cpu_s", each(FleetUsage::cpuSeconds));
    }

    private static Stream<String> printed(FleetMeasured... contenders) {
        return Stream.of(contenders).flatMap(c -> c.rounds.stream()).map(FleetUsage::printed);
    }

    private double wall() {
        return median(FleetUsage::wallSeconds);
    }

    private double cpu() {
        return median(FleetUsage::cpuSeconds);
    }

    private double median(ToDoubleFunction<FleetUsage> of) {
        return Figures.median(each(of));
    }

    private List<Double> each(ToDoubleFunction<FleetUsage> of) {
        return rounds.stream().mapToDouble(of).boxed().collect(Collectors.toList());
    }
}
