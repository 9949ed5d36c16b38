package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.natives.NativeFolder;
import java.util.Optional;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.global.avcodec;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.ffmpeg.global.swscale;
import org.bytedeco.javacpp.Loader;

/** FFmpeg's native libraries: whether they are here, and what they can encode. */
final class FfmpegLibrary {
    private FfmpegLibrary() {}

    /**
     * Loads the libraries; empty when they are there, otherwise why they are not.
     *
     * @param more JavaCPP's classes of libraries that are wanted besides those of encoders
     */
    public static Optional<String> whyMissing(Class<?>... more) {
        try {
            NativeFolder.require(Loader::getCacheDir);
            Loader.load(avutil.class);
            Loader.load(avcodec.class);
            Loader.load(swscale.class);
            for (Class<?> library : more) {
                Loader.load(library);
            }
            return Optional.empty();
        } catch (LinkageError | RuntimeException e) {
            String cause = Sentence.reasonOf(e);
            return Optional.of(Sentence.of(
                    "FFmpeg's native libraries for %s cannot be loaded (%s)",
                    Loader.getPlatform(), cause.lines().findFirst().orElse("")));
        }
    }

    /** An encoder by FFmpeg's name. The libraries must be there. */
    static Optional<AVCodec> encoder(String name) {
        AVCodec codec = avcodec.avcodec_find_encoder_by_name(name);
        return codec == null || codec.isNull() ? Optional.empty() : Optional.of(codec);
    }

    /** FFmpeg's version. The libraries must be there. */
    static String version() {
        return avutil.av_version_info().getString();
    }
}
