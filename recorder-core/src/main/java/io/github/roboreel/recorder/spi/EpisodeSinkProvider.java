package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.util.List;

/** Finds a sink through {@link java.util.ServiceLoader}: one line in {@code META-INF/services}. */
public interface EpisodeSinkProvider {
    /**
     * Settings the sink reads; their keys become legal in configuration files.
     *
     * @return without a key that another module declares; may be empty
     */
    List<Setting<?>> settings();

    /**
     * About how many bytes of memory a sink takes for a run, native and mapped ones included.
     *
     * @param numEnvs parallel envs, at least 1
     * @return bytes; 0 by default, for a sink that holds next to nothing
     * @throws IllegalArgumentException when the sink does not take the schema
     */
    default long memoryBytes(RecorderConfig config, FieldSchema schema, int numEnvs) {
        return 0;
    }

    /**
     * As {@link #memoryBytes(RecorderConfig, FieldSchema, int)}, of a run that has places for more demos than there are
     * envs, since episodes are continuous.
     *
     * @param numDemos places in the run file, at least {@code numEnvs}
     */
    default long memoryBytes(RecorderConfig config, FieldSchema schema, int numEnvs, int numDemos) {
        return memoryBytes(config, schema, numEnvs);
    }

    /**
     * A sink for one run; it must not touch the disk before {@link EpisodeSink#open}.
     *
     * @param config settings of the recording, {@link #settings} among them
     * @param run where it goes, its envs and their {@code dt}
     * @throws IllegalArgumentException when the settings do not fit the run
     */
    EpisodeSink create(RecorderConfig config, RunSpec run);
}
