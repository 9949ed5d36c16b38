package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkContract;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;

/** The run file keeps what every sink promises. */
class Hdf5SinkContractIT extends EpisodeSinkContract {
    @Override
    protected EpisodeSink create(RecorderConfig config, RunSpec run) {
        return new Hdf5SinkProvider().create(config, run);
    }

    @Override
    protected double[] readDoubles(RunSpec run, int env, String path) throws IOException {
        try (RunReader reader = Hdf5RunReader.open(run.envFolder().resolve(RunFolder.runFile(run.run())))) {
            EpisodeReader demo = reader.demo(run.id(env).demoName());
            return demo.has(path) ? demo.readDoubles(path) : new double[0];
        }
    }
}
