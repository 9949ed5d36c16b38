package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.video.VideoSettings;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Choice of the codec that makes a video, with its reason.
 *
 * @param codec the codec
 * @param reason half a sentence for the log
 * @param isFallback whether it is taken because what is better cannot be
 */
public record EncoderChoice(VideoCodec codec, String reason, boolean isFallback) {
    private static final String INSTALL_IT =
            "put org.bytedeco:ffmpeg and javacpp with this platform's classifier on the class path";

    /**
     * Follows {@code video.encoder}: {@code ffmpeg} takes x264 where the build has it, OpenH264 otherwise; {@code auto}
     * does the same and takes JCodec where there is neither, or where they take no picture of that size.
     *
     * @throws IOException when {@code ffmpeg} is asked for and cannot be used, or the size is more than any takes
     */
    public static EncoderChoice of(String setting, int width, int height) throws IOException {
        if (setting.equals("jcodec")) {
            return jcodec(VideoSettings.ENCODER + " is jcodec", width, height, false);
        }
        Optional<VideoCodec> best = Stream.of(VideoCodec.X264, VideoCodec.OPENH264)
                .filter(VideoCodec::isAvailable)
                .findFirst();
        Optional<String> problem =
                best.isEmpty() ? VideoCodec.OPENH264.whyMissing() : best.get().whyUnfit(width, height);
        if (problem.isEmpty()) {
            return new EncoderChoice(
                    best.orElseThrow(),
                    VideoSettings.ENCODER + " is " + setting + ", FFmpeg " + FfmpegLibrary.version() + " has it",
                    false);
        }
        if (setting.equals("ffmpeg")) {
            throw new IOException(Sentence.of(
                    "%s is ffmpeg, but %s; %s it to auto or jcodec",
                    VideoSettings.ENCODER, problem.get(), best.isEmpty() ? INSTALL_IT + ", or set" : "set"));
        }
        String advice = best.isEmpty() ? "; " + INSTALL_IT : "";
        return jcodec(VideoSettings.ENCODER + " is auto, and " + problem.get() + advice, width, height, true);
    }

    /**
     * Says what encodes: a warning where it is the slower one, whose videos are larger.
     *
     * @param videos what is encoded, such as {@code sensor videos}
     */
    public void log(Logger log, String videos) {
        log.atLevel(isFallback ? Level.WARN : Level.INFO)
                .log("{} are encoded by {}: {}", videos, codec.label(), reason);
    }

    private static EncoderChoice jcodec(String reason, int width, int height, boolean isFallback) throws IOException {
        Optional<String> unfit = VideoCodec.JCODEC.whyUnfit(width, height);
        if (unfit.isPresent()) {
            throw new IOException(reason + ", but " + unfit.get() + "; record smaller images");
        }
        return new EncoderChoice(VideoCodec.JCODEC, reason, isFallback);
    }
}
