package io.github.roboreel.recorder.video.file;

import io.github.roboreel.recorder.video.TestPicture;
import java.nio.file.Path;

/** A recording as its recorder leaves it when it dies, and what the recorder would have made of it. */
public final class TestRecording {
    private TestRecording() {}

    /** Records every so many-th frame of {@link TestPicture}. */
    public static void write(Path recording, VideoFormat format, VideoCodec codec, int frames, int every, Path finished)
            throws Exception {
        try (Mp4Recording open = new Mp4Recording(recording, format, new SampleBuffer());
                FrameEncoder encoder = codec.encoders().open(format, open::add)) {
            for (int frame = 0; frame < frames; frame++) {
                byte[] rgb = TestPicture.rgb(format.width(), format.height(), frame);
                encoder.encode(TestPicture.direct(rgb), (long) frame * every);
            }
            encoder.finish();
            open.finish(finished);
        }
    }
}
