package io.github.roboreel.recorder.video;

import java.io.IOException;

/**
 * Which codec a recorder uses, and why.
 *
 * @param codec the codec
 * @param reason half a sentence for the log
 */
record EncoderChoice(VideoCodec codec, String reason) {
    /**
     * Follows {@code video.encoder}: {@code ffmpeg} takes x264 where the build has it, OpenH264
     * otherwise; {@code auto} does the same and takes JCodec where there is neither.
     *
     * @throws IOException when {@code ffmpeg} is asked for and cannot be used
     */
    static EncoderChoice of(String setting) throws IOException {
        if (setting.equals("jcodec")) {
            return new EncoderChoice(VideoCodec.JCODEC, VideoSettings.ENCODER + " is jcodec");
        }
        for (VideoCodec codec : new VideoCodec[] {VideoCodec.X264, VideoCodec.OPENH264}) {
            if (codec.isAvailable()) {
                String version = FfmpegLibrary.version();
                return new EncoderChoice(
                        codec,
                        VideoSettings.ENCODER
                                + " is "
                                + setting
                                + ", FFmpeg "
                                + version
                                + " has it");
            }
        }
        String missing = VideoCodec.OPENH264.whyMissing().orElseThrow();
        if (setting.equals("ffmpeg")) {
            throw new IOException(
                    VideoSettings.ENCODER
                            + " is ffmpeg, but "
                            + missing
                            + "; put org.bytedeco:ffmpeg and javacpp with this platform's classifier"
                            + " on the class path, or set it to auto or jcodec");
        }
        return new EncoderChoice(
                VideoCodec.JCODEC, VideoSettings.ENCODER + " is auto, and " + missing);
    }
}
