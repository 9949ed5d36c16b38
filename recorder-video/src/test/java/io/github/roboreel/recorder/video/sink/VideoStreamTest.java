package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.CameraRun;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.file.SampleBuffer;
import io.github.roboreel.recorder.video.file.VideoCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VideoStreamTest {
    @TempDir
    private Path folder;

    private final FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/viewport_cam/view", 16, 16));
    private final FrameCanvas canvas =
            new FrameCanvas(VideoPlan.of(schema, "all").get(0));
    private final ByteBuffer picture = ByteBuffer.allocateDirect(3 * 16 * 16);

    @Test
    void whatCannotStartOrFinishSaysWhichAndWhy() throws Exception {
        RunSpec run = new CameraRun(folder, List.of("go"), schema).spec();
        VideoStream stream = new VideoStream(
                run,
                run.id(0),
                run.episodes().get(0),
                VideoKind.VIEWPORT,
                VideoCodec.JCODEC.encoders(),
                new SampleBuffer());
        Path recording = run.envFolder().resolve("go_2_viewport.recording.mp4");
        IOException unstarted = assertThrows(IOException.class, () -> stream.write(canvas, picture, 0));
        assertEquals(
                "the viewport video of env 0 could not be started ("
                        + recording
                        + " or its folder is not there any more)",
                unstarted.getMessage());

        Files.createDirectories(run.envFolder());
        stream.write(canvas, picture, 0);
        Path finishing = run.envFolder().resolve("go_2_viewport.finishing");
        Files.writeString(finishing, "in the way");
        IOException unfinished = assertThrows(IOException.class, stream::finish);
        assertEquals(
                "the viewport video of env 0 could not be finished ("
                        + finishing
                        + " exists already); what there is of it is in "
                        + recording,
                unfinished.getMessage());
        assertEquals("in the way", Files.readString(finishing));
    }
}
