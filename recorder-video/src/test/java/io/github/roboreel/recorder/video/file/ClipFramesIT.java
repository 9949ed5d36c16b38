package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipReader;
import io.github.roboreel.recorder.video.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Any frame of a video of the ffmpeg program, in any order. */
class ClipFramesIT {
    private static final int FRAMES = 60;
    private static final int FRAME_BYTES = 3 * 64 * 48;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "30, libx264 -g 2 -bf 0",
        "15, libx264 -g 250 -bf 0",
        "50, libx264 -g 20 -bf 3",
        "30, libx264 -g 12 -bf 3 -x264-params open-gop=1",
        "30, libx265 -g 12 -x265-params log-level=none",
        "30, libaom-av1 -g 2 -crf 20 -cpu-used 8 -row-mt 0"
    })
    void everyFrameIsTheOneThatIsPlayedThere(int fps, String encoder) throws Exception {
        Path file = video(fps, encoder);
        byte[] played = played(file);
        try (VideoClipReader reader = VideoClipFormat.mp4().open(file)) {
            assertEquals(FRAMES, reader.info().frames());
            byte[] rgb = new byte[2 + FRAME_BYTES];
            for (int frame : List.of(0, 1, 2, 59, 30, 31, 33, 12, 11, 13, 58, 59, 0, 24, 23)) {
                reader.read(frame, rgb, 2);
                double error = error(played, frame, rgb);
                double other = error(played, frame == 0 ? 1 : frame - 1, rgb);
                assertTrue(
                        error < 3 && error < other,
                        "frame " + frame + " differs by " + error + ", the one beside it by " + other);
            }
        }
    }

    private static byte[] played(Path file) throws Exception {
        Tool played =
                Tool.run("ffmpeg", "-v", "error", "-i", file.toString(), "-f", "rawvideo", "-pix_fmt", "rgb24", "-");
        assertEquals(FRAMES * FRAME_BYTES, played.out().length, played.err());
        return played.out();
    }

    private static double error(byte[] played, int frame, byte[] rgb) {
        long sum = 0;
        for (int i = 0; i < FRAME_BYTES; i++) {
            sum += Math.abs((played[frame * FRAME_BYTES + i] & 0xff) - (rgb[2 + i] & 0xff));
        }
        return (double) sum / FRAME_BYTES;
    }

    @Test
    void theOrderOfReadingChangesNoFrame() throws Exception {
        Path file = video(30, "libx264 -g 250 -bf 3");
        List<byte[]> decoded = new ArrayList<>();
        VideoClipFormat.mp4().decode(file, (index, rgb) -> decoded.add(rgb.clone()));
        try (VideoClipReader reader = VideoClipFormat.mp4().open(file)) {
            byte[] rgb = new byte[FRAME_BYTES];
            for (int frame = FRAMES - 1; frame >= 0; frame -= 7) {
                reader.read(frame, rgb, 0);
                assertArrayEquals(decoded.get(frame), rgb, "frame " + frame);
            }
        }
    }

    @Test
    void framesThatAreNotThereAreRefused() throws Exception {
        try (VideoClipReader reader = VideoClipFormat.mp4().open(video(30, "libx264"))) {
            byte[] rgb = new byte[FRAME_BYTES];
            IOException after = assertThrows(IOException.class, () -> reader.read(FRAMES, rgb, 0));
            assertTrue(after.getMessage().contains("has 60 frames; frame 60"), after.getMessage());
            assertThrows(IOException.class, () -> reader.read(-1, rgb, 0));
            reader.read(FRAMES - 1, rgb, 0);
        }
    }

    private Path video(int fps, String encoder) throws Exception {
        Path file = folder.resolve("video.mp4");
        List<String> command = new ArrayList<>(List.of("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i"));
        command.add("color=gray:size=64x48:rate=" + fps + ",noise=alls=60:allf=t");
        command.addAll(List.of("-frames:v", "" + FRAMES, "-pix_fmt", "yuv420p", "-c:v"));
        command.addAll(List.of(encoder.split(" ")));
        command.add(file.toString());
        Tool made = Tool.run(command.toArray(String[]::new));
        assertEquals(0, made.exitCode(), made.err());
        return file;
    }
}
