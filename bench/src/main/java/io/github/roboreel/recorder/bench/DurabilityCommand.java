package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.FrameSize;
import io.github.roboreel.recorder.bench.record.ImageKind;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the levels of durability cost, and how long a step is in danger. */
@Command(
        name = "durability",
        description = {
            "Records the same steps with hdf5.durability process, data and full alternately, and measures"
                    + " throughput and how long after its publishing each step survives the death of the process."
        },
        mixinStandardHelpOptions = true)
final class DurabilityCommand implements Callable<Integer> {
    private static final List<String> LEVELS = List.of("process", "data", "full");

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"--num_envs", "--num-envs"},
            defaultValue = "16",
            description = "Parallel envs, 1 or more (${DEFAULT-VALUE}).")
    private int numEnvs;

    @Option(
            names = "--steps",
            defaultValue = "8000",
            description = "Steps per env and round, 1 or more (${DEFAULT-VALUE}).")
    private int steps;

    @Option(names = "--rounds", defaultValue = "5", description = "Rounds of all levels, 1 or more (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = {"--pace-hz", "--pace_hz"},
            defaultValue = "0",
            description = "Vector steps per second; as fast as it goes if not given.")
    private double paceHz;

    @Option(
            names = "--images",
            paramLabel = "WxH",
            description = "Size of the frames of one camera per env, without noise; no camera if not given.")
    private String images;

    @Option(
            names = {"--output-dir", "--output_dir"},
            description = "A folder on the disk in question; a temporary one if not given.")
    private Path outputDir;

    DurabilityCommand() {}

    @Override
    public Integer call() throws IOException {
        BenchArguments.requireAtLeast("--num_envs", numEnvs, 1);
        BenchArguments.requireAtLeast("--steps", steps, 1);
        BenchArguments.requireAtLeast("--rounds", rounds, 1);
        if (!(paceHz >= 0)) {
            throw new IllegalArgumentException("--pace-hz is " + paceHz + "; expected a number above 0");
        }
        DurabilityReport report = new DurabilityReport(numEnvs, steps, paceHz, rounds, fields().rowBytes(), measure());
        report.figures().print(spec.commandLine(), report.table());
        return 0;
    }

    private BenchFields fields() {
        BenchFields proprio = BenchFields.proprio();
        return images == null ? proprio : proprio.withCameras(FrameSize.parse(images), 1, ImageKind.RENDERED);
    }

    private Map<String, DurabilityResult> measure() throws IOException {
        record(new DurabilityScenario(numEnvs, Math.min(steps, 2000), 0, fields()), LEVELS.get(0), null);
        DurabilityScenario scenario = new DurabilityScenario(numEnvs, steps, paceHz, fields());
        Map<String, DurabilityResult> results = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String level : LEVELS) {
                record(scenario, level, results.computeIfAbsent(level, l -> new DurabilityResult()));
            }
        }
        return results;
    }

    /** Into a folder of its own; without a place for the result it only warms up. */
    private void record(DurabilityScenario scenario, String level, DurabilityResult into) throws IOException {
        try (OutputSubfolder folder = OutputSubfolder.below(outputDir, false)) {
            scenario.run(level, folder.path(), into == null ? new DurabilityResult() : into);
        }
    }
}
