package io.github.roboreel.recorder.video;

import io.github.roboreel.recorder.RecorderConfig;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.Setting;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import java.util.List;

/** Offers the videos' sink; found through {@link java.util.ServiceLoader}. */
public final class VideoSinkProvider implements EpisodeSinkProvider {
    /** For the service loader. */
    public VideoSinkProvider() {}

    @Override
    public List<Setting<?>> settings() {
        return VideoSettings.ALL;
    }

    @Override
    public EpisodeSink create(RecorderConfig config, RunSpec run) {
        return new VideoSink();
    }
}
