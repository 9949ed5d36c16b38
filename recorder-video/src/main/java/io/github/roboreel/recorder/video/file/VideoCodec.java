package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.ffmpeg.avcodec.AVCodec;

/** Encoders of videos. */
public enum VideoCodec {
    /** x264, in FFmpeg's GPL build only: preset ultrafast, constant rate factor 23. */
    X264("x264", "libx264", 1 << 28, 1 << 14, 20) {
        @Override
        Map<String, String> options(VideoFormat format) {
            return Map.of("preset", "ultrafast", "crf", "23");
        }
    },
    /**
     * OpenH264, in FFmpeg's LGPL build too. Quantizers 16 to 24 at one bit per pixel give what x264 gives at rate
     * factor 23, to 1.5 dB, on still scenes and on noise alike.
     */
    OPENH264("OpenH264", "libopenh264", 4096 * 2304, Limits.MP4_SIDE, 15) {
        @Override
        Map<String, String> options(VideoFormat format) {
            double pixelsPerSecond =
                    (double) format.width() * format.height() * format.rate().perSecond();
            long bitsPerSecond = (long) Math.min(Math.max(pixelsPerSecond, 1e5), 1e9);
            return Map.of(
                    "rc_mode", "quality",
                    "qmin", "16",
                    "qmax", "24",
                    "b", Long.toString(bitsPerSecond));
        }
    },
    /** JCodec, pure Java: works wherever a JVM does, slowly. */
    JCODEC("JCodec", "", 1 << 29, Limits.MP4_SIDE, 12);

    private static final long BYTES_PER_VIDEO = 1 << 20;
    private static final int KEY_INTERVAL = 250;

    private final String label;
    private final String ffmpegName;
    private final int mostPixels;
    private final int mostSide;
    private final int bytesPerPixel;

    VideoCodec(String label, String ffmpegName, int mostPixels, int mostSide, int bytesPerPixel) {
        this.label = label;
        this.ffmpegName = ffmpegName;
        this.mostPixels = mostPixels;
        this.mostSide = mostSide;
        this.bytesPerPixel = bytesPerPixel;
    }

    /** Whether it can be used in this process. */
    public boolean isAvailable() {
        return whyMissing().isEmpty();
    }

    /** Empty when it can be used here, otherwise why it cannot. */
    public Optional<String> whyMissing() {
        if (this == JCODEC) {
            return Optional.empty();
        }
        return FfmpegLibrary.whyMissing()
                .or(() -> FfmpegLibrary.encoder(ffmpegName).isPresent()
                        ? Optional.empty()
                        : Optional.of("this build of FFmpeg has no " + label));
    }

    /** Empty when it takes pictures of that size, otherwise why it does not. */
    public Optional<String> whyUnfit(int width, int height) {
        return (long) width * height <= mostPixels && Math.max(width, height) <= mostSide
                ? Optional.empty()
                : Optional.of(Sentence.of(
                        "%s takes pictures of at most %s pixels, %s on a side; given %sx%s",
                        label, mostPixels, mostSide, width, height));
    }

    /** About how much memory, native and Java's, one open video takes, as measured. */
    public long bytesPerVideo(int width, int height) {
        return BYTES_PER_VIDEO + (long) bytesPerPixel * width * height;
    }

    /** How messages call it. */
    public String label() {
        return label;
    }

    Map<String, String> options(VideoFormat format) {
        return Map.of();
    }

    /**
     * Makes encoders of this kind.
     *
     * @throws IOException when it cannot be used here
     */
    public FrameEncoder.Factory encoders() throws IOException {
        return encoders(this == JCODEC ? JcodecEncoder.KEY_INTERVAL : KEY_INTERVAL);
    }

    /**
     * Makes encoders of this kind.
     *
     * @param keyInterval pictures from one that needs no other to the next, at most
     * @throws IOException when it cannot be used here
     */
    public FrameEncoder.Factory encoders(int keyInterval) throws IOException {
        Optional<String> missing = whyMissing();
        if (missing.isPresent()) {
            throw new IOException(label + " cannot be used: " + missing.get());
        }
        if (this == JCODEC) {
            return (format, output) -> new JcodecEncoder(format, output, keyInterval);
        }
        AVCodec codec = FfmpegLibrary.encoder(ffmpegName).orElseThrow();
        return (format, output) -> {
            Map<String, String> all = new HashMap<>(options(format));
            all.put("g", Integer.toString(keyInterval));
            return new FfmpegEncoder(codec, all, format, output);
        };
    }

    private static final class Limits {
        /** The largest even number that fits a sample entry's 16 bits. */
        static final int MP4_SIDE = 65_534;
    }
}
