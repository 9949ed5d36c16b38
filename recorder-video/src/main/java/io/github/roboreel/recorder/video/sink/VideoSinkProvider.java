package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.github.roboreel.recorder.video.VideoSettings;
import io.github.roboreel.recorder.video.file.EncoderChoice;
import java.io.IOException;
import java.util.List;

/** Offers the videos' sink; found through {@link java.util.ServiceLoader}. */
public final class VideoSinkProvider implements EpisodeSinkProvider {
    public VideoSinkProvider() {}

    @Override
    public List<Setting<?>> settings() {
        return VideoSettings.ALL;
    }

    @Override
    public long memoryBytes(RecorderConfig config, FieldSchema schema, int numEnvs) {
        String encoder = config.get(VideoSettings.ENCODER);
        long bytes = 0;
        for (VideoPlan plan : VideoPlan.of(schema, config.get(VideoSettings.MODE))) {
            bytes += numEnvs * bytesPerVideo(encoder, plan);
        }
        return bytes;
    }

    /** An encoder that is not here is the business of opening. */
    private static long bytesPerVideo(String encoder, VideoPlan plan) {
        try {
            return EncoderChoice.of(encoder, plan.width(), plan.height())
                    .codec()
                    .bytesPerVideo(plan.width(), plan.height());
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public EpisodeSink create(RecorderConfig config, RunSpec run) {
        return new VideoSink();
    }
}
