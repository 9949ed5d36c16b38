package io.github.roboreel.recorder.bench.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One cold recording, which warms the JVM up, then several that count. */
public final class RecordBenchmark {
    private final RecordRun run;
    private final int rounds;

    /** Makes the values to record. */
    public RecordBenchmark(RecordSpec spec, int rounds) {
        BenchArguments.requireAtLeast("--rounds", rounds, 1);
        run = new RecordRun(spec);
        this.rounds = rounds;
    }

    /** Where the processors' time goes in the recordings that count. */
    public Profile profile(Path folder) throws IOException, InterruptedException {
        run.record(folder.resolve("round-0"));
        try (ThreadProfiler profiler = new ThreadProfiler()) {
            for (int round = 1; round <= rounds; round++) {
                run.record(folder.resolve("round-" + round));
            }
            return profiler.stop();
        } finally {
            OutputSubfolder.delete(folder);
        }
    }

    /** Records into sub-folders of this one. Only the last recording stays. */
    public RecordBenchmarkReport measure(Path folder) throws IOException {
        MeasuredRecording cold = run.record(folder.resolve("round-0"));
        List<MeasuredRecording> warm = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            OutputSubfolder.delete(folder.resolve("round-" + (round - 1)));
            warm.add(run.record(folder.resolve("round-" + round)));
        }
        return new RecordBenchmarkReport(cold, warm, ProcessFigures.peakRssMb());
    }
}
