package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.RunSpec;
import java.nio.file.Path;

/** The runs that benchmarks record. */
final class BenchRun {
    private static final double DT_SECONDS = 1 / 15.0;

    private BenchRun() {}

    static RunSpec of(Path folder, int numEnvs) {
        return RunSpec.builder(folder, "Bench")
                .envs(numEnvs, "put the banana into the bowl")
                .policy("bench")
                .seed(0)
                .physics(DT_SECONDS / 8, 8)
                .build();
    }
}
