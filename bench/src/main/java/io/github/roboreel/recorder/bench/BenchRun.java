package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import java.nio.file.Path;
import java.util.List;

/** The runs that benchmarks record. */
final class BenchRun {
    private static final double DT_SECONDS = 1 / 15.0;

    private BenchRun() {}

    static RunSpec of(Path folder, int numEnvs) {
        EpisodeInfo episode = new EpisodeInfo("put the banana into the bowl", "bench", 0, DT_SECONDS);
        return new RunSpec(
                folder,
                "Bench",
                "Bench",
                0,
                EpisodeInfo.repeat(numEnvs, episode),
                "default",
                List.of(),
                "{\"sim\":{\"dt\":" + DT_SECONDS / 8 + "},\"decimation\":8}");
    }
}
