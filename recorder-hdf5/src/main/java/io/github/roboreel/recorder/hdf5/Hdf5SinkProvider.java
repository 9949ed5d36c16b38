package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import java.util.List;

/** Offers the run file's sink; found through {@link java.util.ServiceLoader}. */
public final class Hdf5SinkProvider implements EpisodeSinkProvider {
    /** For the service loader. */
    public Hdf5SinkProvider() {}

    @Override
    public List<Setting<?>> settings() {
        return Hdf5Settings.ALL;
    }

    @Override
    public long memoryBytes(RecorderConfig config, FieldSchema schema, int numEnvs) {
        return memoryBytes(config, schema, numEnvs, numEnvs);
    }

    @Override
    public long memoryBytes(RecorderConfig config, FieldSchema schema, int numEnvs, int numDemos) {
        return StagingSize.bytes(config, schema, numEnvs, numDemos) + RunFile.memoryBytes(schema, numDemos);
    }

    @Override
    public EpisodeSink create(RecorderConfig config, RunSpec run) {
        return new Hdf5Sink();
    }
}
