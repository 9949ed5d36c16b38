package io.github.roboreel.recorder.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EncoderChoiceTest {
    private static final String FFMPEG_MISSING = "-Dorg.bytedeco.javacpp.platform=linux-nowhere";

    @Test
    void jcodecIsTakenWhenAskedFor() throws Exception {
        EncoderChoice choice = EncoderChoice.of("jcodec");
        assertEquals(VideoCodec.JCODEC, choice.codec());
        assertEquals("video.encoder is jcodec", choice.reason());
    }

    @Test
    void autoTakesFfmpegWhereItIs() throws Exception {
        EncoderChoice choice = EncoderChoice.of("auto");
        VideoCodec best =
                VideoCodec.X264.isAvailable()
                        ? VideoCodec.X264
                        : VideoCodec.OPENH264.isAvailable()
                                ? VideoCodec.OPENH264
                                : VideoCodec.JCODEC;
        assertEquals(best, choice.codec());
        assertTrue(choice.reason().startsWith("video.encoder is auto"), choice.reason());
    }

    @Test
    void autoTakesJcodecWhereFfmpegCannotBeLoaded() throws Exception {
        String printed = inJvmWithoutFfmpeg("auto");
        assertTrue(
                printed.startsWith(
                        "JCODEC: video.encoder is auto, and FFmpeg's native libraries for"
                                + " linux-nowhere cannot be loaded ("),
                printed);
    }

    @Test
    void askingForFfmpegWhereItIsNotIsOneClearSentence() throws Exception {
        String printed = inJvmWithoutFfmpeg("ffmpeg");
        assertTrue(
                printed.startsWith(
                        "refused: video.encoder is ffmpeg, but FFmpeg's native libraries for"
                                + " linux-nowhere cannot be loaded ("),
                printed);
        assertEquals(1, printed.lines().count(), printed);
        assertFalse(printed.contains("\tat "));
    }

    @Test
    void aCodecThatIsNotThereSaysSo() {
        for (VideoCodec codec : VideoCodec.values()) {
            if (!codec.isAvailable()) {
                IOException refused = assertThrows(IOException.class, codec::encoders);
                assertTrue(refused.getMessage().startsWith(codec.label() + " cannot be used: "));
            }
        }
    }

    private static String inJvmWithoutFfmpeg(String setting) throws Exception {
        List<String> command = new ArrayList<>(SecondJvm.command(FFMPEG_MISSING));
        command.addAll(List.of(Choose.class.getName(), setting));
        Tool jvm = Tool.run(command, "");
        assertEquals(0, jvm.exitCode(), jvm.err());
        return jvm.text();
    }

    /** Main of a second JVM: prints the choice. */
    static final class Choose {
        private Choose() {}

        public static void main(String[] args) {
            try {
                EncoderChoice choice = EncoderChoice.of(args[0]);
                System.out.println(choice.codec() + ": " + choice.reason());
            } catch (IOException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }
}
