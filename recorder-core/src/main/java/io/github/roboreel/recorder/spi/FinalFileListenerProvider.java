package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import java.util.List;
import java.util.Optional;

/** Finds a listener through {@link java.util.ServiceLoader}: one line in {@code META-INF/services}. */
public interface FinalFileListenerProvider {
    /**
     * Settings the listener reads; their keys become legal in configuration files.
     *
     * @return without a key that another module declares; may be empty
     */
    List<Setting<?>> settings();

    /**
     * A listener for one recording.
     *
     * @param config settings of the recording, {@link #settings} among them
     * @return empty when the settings ask for none
     */
    Optional<FinalFileListener> create(RecorderConfig config);
}
