package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.util.List;

/** Finds a sink through {@link java.util.ServiceLoader}: one line in {@code META-INF/services}. */
public interface EpisodeSinkProvider {
    /** Settings the sink reads; their keys become legal in configuration files. */
    List<Setting<?>> settings();

    /**
     * About how many bytes of memory a sink takes for a run, native and mapped ones included.
     *
     * @throws IllegalArgumentException when the sink does not take the schema
     */
    default long memoryBytes(RecorderConfig config, FieldSchema schema, int numEnvs) {
        return 0;
    }

    /** A sink for one run; it must not touch the disk before {@link EpisodeSink#open}. */
    EpisodeSink create(RecorderConfig config, RunSpec run);
}
