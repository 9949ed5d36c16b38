package io.github.roboreel.recorder.video.encode;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.video.VideoSettings;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Choice of the codec that makes a video, with its reason.
 *
 * @param codec the codec
 * @param reason half a sentence for the log
 */
public record EncoderChoice(VideoCodec codec, String reason) {
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
            return jcodec(VideoSettings.ENCODER + " is jcodec", width, height);
        }
        Optional<VideoCodec> best = Stream.of(VideoCodec.X264, VideoCodec.OPENH264)
                .filter(VideoCodec::isAvailable)
                .findFirst();
        Optional<String> problem =
                best.isEmpty() ? VideoCodec.OPENH264.whyMissing() : best.get().whyUnfit(width, height);
        if (problem.isEmpty()) {
            return new EncoderChoice(
                    best.orElseThrow(),
                    VideoSettings.ENCODER + " is " + setting + ", FFmpeg " + FfmpegLibrary.version() + " has it");
        }
        if (setting.equals("ffmpeg")) {
            throw new IOException(Sentence.of(
                    "%s is ffmpeg, but %s; %s it to auto or jcodec",
                    VideoSettings.ENCODER, problem.get(), best.isEmpty() ? INSTALL_IT + ", or set" : "set"));
        }
        return jcodec(VideoSettings.ENCODER + " is auto, and " + problem.get(), width, height);
    }

    private static EncoderChoice jcodec(String reason, int width, int height) throws IOException {
        Optional<String> unfit = VideoCodec.JCODEC.whyUnfit(width, height);
        if (unfit.isPresent()) {
            throw new IOException(reason + ", but " + unfit.get() + "; record smaller images");
        }
        return new EncoderChoice(VideoCodec.JCODEC, reason);
    }
}
