package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.roboreel.recorder.video.SecondJvm;
import io.github.roboreel.recorder.video.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class EncoderChoiceTest {
    private static final String FFMPEG_MISSING = "-Dorg.bytedeco.javacpp.platform=linux-nowhere";

    @Test
    void jcodecIsTakenWhenAskedFor() throws Exception {
        EncoderChoice choice = EncoderChoice.of("jcodec", 640, 360);
        assertEquals(VideoCodec.JCODEC, choice.codec());
        assertEquals("video.encoder is jcodec", choice.reason());
    }

    @Test
    void autoTakesFfmpegWhereItIs() throws Exception {
        EncoderChoice choice = EncoderChoice.of("auto", 640, 360);
        VideoCodec best = VideoCodec.X264.isAvailable()
                ? VideoCodec.X264
                : VideoCodec.OPENH264.isAvailable() ? VideoCodec.OPENH264 : VideoCodec.JCODEC;
        assertEquals(best, choice.codec());
        assertTrue(choice.reason().startsWith("video.encoder is auto"), choice.reason());
    }

    @Test
    void autoTakesJcodecWhereFfmpegCannotBeLoaded() throws Exception {
        Tool jvm = jvmWithoutFfmpeg("auto");
        assertTrue(
                jvm.text()
                        .startsWith("JCODEC: video.encoder is auto, and FFmpeg's native libraries for"
                                + " linux-nowhere cannot be loaded ("),
                jvm.text());
        assertTrue(jvm.err().contains("WARN"), jvm.err());
        assertTrue(jvm.err().contains("pictures are encoded by JCodec: video.encoder is auto, and FFmpeg"), jvm.err());
        assertTrue(jvm.err().contains("; put org.bytedeco:ffmpeg and javacpp with this platform's"), jvm.err());
    }

    @Test
    void jcodecThatWasAskedForIsNoWarning() throws Exception {
        Tool jvm = jvmWithoutFfmpeg("jcodec");
        assertEquals("JCODEC: video.encoder is jcodec", jvm.text());
        assertFalse(jvm.err().contains("WARN"), jvm.err());
    }

    @Test
    void askingForFfmpegWhereItIsNotIsOneClearSentence() throws Exception {
        String printed = jvmWithoutFfmpeg("ffmpeg").text();
        assertTrue(
                printed.startsWith("refused: video.encoder is ffmpeg, but FFmpeg's native libraries for"
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

    @Test
    void whatIsTooLargeForTheCodecIsJcodecsOrRefused() throws Exception {
        assumeTrue(VideoCodec.OPENH264.isAvailable() && !VideoCodec.X264.isAvailable());
        assertEquals(VideoCodec.OPENH264, EncoderChoice.of("ffmpeg", 4096, 2304).codec());
        EncoderChoice choice = EncoderChoice.of("auto", 5120, 2880);
        assertEquals(VideoCodec.JCODEC, choice.codec());
        assertEquals(
                "video.encoder is auto, and OpenH264 takes pictures of at most 9437184 pixels,"
                        + " 65534 on a side; given 5120x2880",
                choice.reason());
        IOException refused = assertThrows(IOException.class, () -> EncoderChoice.of("ffmpeg", 5120, 2880));
        assertEquals(
                "video.encoder is ffmpeg, but OpenH264 takes pictures of at most 9437184 pixels,"
                        + " 65534 on a side; given 5120x2880; set it to auto or jcodec",
                refused.getMessage());
    }

    @Test
    void whatNoMp4CanHoldIsRefused() {
        IOException refused = assertThrows(IOException.class, () -> EncoderChoice.of("jcodec", 65_536, 16));
        assertEquals(
                "video.encoder is jcodec, but JCodec takes pictures of at most 536870912 pixels,"
                        + " 65534 on a side; given 65536x16; record smaller images",
                refused.getMessage());
    }

    private static Tool jvmWithoutFfmpeg(String setting) throws Exception {
        List<String> command = new ArrayList<>(SecondJvm.command(FFMPEG_MISSING));
        command.addAll(List.of(Choose.class.getName(), setting));
        Tool jvm = Tool.run(command, "");
        assertEquals(0, jvm.exitCode(), jvm.err());
        return jvm;
    }

    /** Main of a second JVM: logs and prints the choice. */
    static final class Choose {
        private Choose() {}

        public static void main(String[] args) {
            try {
                EncoderChoice choice = EncoderChoice.of(args[0], 640, 360);
                choice.log(LoggerFactory.getLogger(Choose.class), "pictures");
                System.out.println(choice.codec() + ": " + choice.reason());
            } catch (IOException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }
}
