package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import java.nio.file.Path;
import java.util.List;

/** Runs for tests. */
public final class SampleRun {
    /** Control period of the sample runs, seconds. */
    public static final double DT_SECONDS = 0.0625;

    private SampleRun() {}

    /** Run {@code run} of {@code numEnvs} envs below {@code folder}. */
    public static RunSpec of(Path folder, int run, int numEnvs) {
        return RunSpec.builder(folder, "SampleEnv")
                .taskName("SampleTask")
                .run(run)
                .episodes(
                        EpisodeInfo.repeat(numEnvs, new EpisodeInfo("put the banana away", "scripted", 7, DT_SECONDS)))
                .attributes(List.of("simple"))
                .envConfigJson("{\"sim\":{\"dt\":0.0078125,\"render_interval\":8},\"decimation\":8}")
                .build();
    }
}
