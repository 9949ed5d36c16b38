package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;

class MemorySinkTest extends EpisodeSinkContract {
    private final MemoryRuns runs = new MemoryRuns();

    @Override
    protected EpisodeSink create(RecorderConfig config, RunSpec run) {
        return new MemorySink("memory", EpisodeSink.Role.DATA, run, runs);
    }

    @Override
    protected double[] readDoubles(RunSpec run, int env, String path) {
        return runs.readDoubles(run, env, path);
    }
}
