package io.github.roboreel.recorder.video.file;

import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_flush_buffers;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_get_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_to_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avformat.AVSEEK_FLAG_BACKWARD;
import static org.bytedeco.ffmpeg.global.avformat.av_read_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_seek_frame;
import static org.bytedeco.ffmpeg.global.avformat.avformat_open_input;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_VIDEO;
import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_DEBUG;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_GRAY12LE;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_RGB24;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_unref;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.files.VideoClipFormat.FrameVisitor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.global.avcodec;
import org.bytedeco.ffmpeg.global.avformat;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.ffmpeg.swscale.SwsContext;

/**
 * Reader of a finished video by FFmpeg's libavformat and libavcodec: when its pictures are shown, and what they show.
 * Only for a file that {@link VideoProbe} found whole. For one thread, for one pass unless it seeks.
 */
final class ClipReader implements AutoCloseable {
    /** What a decoded picture is given as. */
    enum Pixels {
        /** Three bytes of colours. */
        RGB(AV_PIX_FMT_RGB24, 3),
        /** Grey of 12 bits, little-endian. */
        GREY12(AV_PIX_FMT_GRAY12LE, Short.BYTES);

        private final int format;
        private final int bytes;

        Pixels(int format, int bytes) {
            this.format = format;
            this.bytes = bytes;
        }
    }

    private final Path file;
    private final VideoProbe probe;
    private final Pixels pixels;
    private final FfmpegParts parts;
    private AVFormatContext input;
    private AVStream stream;
    private AVPacket packet;
    private SwsContext converter;
    private AVCodecContext decoder;
    private AVFrame frame;
    private AVFrame givenFrame;
    private byte[] picture;
    private boolean isEnded;
    private double shownSeconds;

    /** Opens the file's first video track. */
    ClipReader(Path file, VideoProbe probe) throws IOException {
        this(file, probe, Pixels.RGB);
    }

    /** Opens the file's first video track, whose pictures are given so. */
    ClipReader(Path file, VideoProbe probe, Pixels pixels) throws IOException {
        Optional<String> missing = FfmpegLibrary.whyMissing(avformat.class);
        if (missing.isPresent()) {
            throw new IOException(file + " cannot be decoded: " + missing.get());
        }
        this.file = file;
        this.probe = probe;
        this.pixels = pixels;
        this.parts = new FfmpegParts(file + " cannot be decoded");
        try {
            open();
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void open() throws IOException {
        AVFormatContext context = new AVFormatContext(null);
        AVDictionary options = new AVDictionary(null);
        try {
            // Edit lists shift all pictures, and hide none.
            av_dict_set(options, "advanced_editlist", "0", 0);
            parts.check(avformat_open_input(context, "file:" + file.toAbsolutePath(), null, options), "open");
        } finally {
            av_dict_free(options);
        }
        input = parts.own(context, avformat::avformat_close_input);
        packet = parts.own(av_packet_alloc(), avcodec::av_packet_free);
        for (int i = 0; i < input.nb_streams() && stream == null; i++) {
            boolean isVideo = input.streams(i).codecpar().codec_type() == AVMEDIA_TYPE_VIDEO;
            stream = isVideo ? input.streams(i) : null;
        }
        if (stream == null) {
            throw new IOException(file + " holds no video that FFmpeg knows");
        }
    }

    /** As players know it. */
    private String codec() {
        return avcodec_get_name(stream.codecpar().codec_id()).getString();
    }

    /** Goes through the pictures without decoding them. */
    ClipTimes times() throws IOException {
        long[] shown = new long[probe.frames()];
        int count = 0;
        long units = 0;
        while (next()) {
            if (count < shown.length) {
                shown[count] = packet.pts();
            }
            count++;
            units += packet.duration();
            av_packet_unref(packet);
        }
        Arrays.sort(shown);
        return new ClipTimes(shown, unitSeconds(), units == 0 ? 0 : count / (units * unitSeconds()), count, codec());
    }

    /** Takes the video's next encoded picture into {@link #packet}; false when there is none. */
    private boolean next() throws IOException {
        int result = av_read_frame(input, packet);
        while (result >= 0 && packet.stream_index() != stream.index()) {
            av_packet_unref(packet);
            result = av_read_frame(input, packet);
        }
        if (result != AVERROR_EOF()) {
            parts.check(result, "read a picture");
        }
        return result >= 0;
    }

    /** Shows all pictures to a visitor. */
    void decode(FrameVisitor visitor) throws IOException {
        if (stream.codecpar().codec_id() != avcodec.AV_CODEC_ID_H264) {
            throw new IOException(file + " holds " + codec() + ", not H.264; encode it again");
        }
        long frames = 0;
        for (byte[] rgb = nextPicture(); rgb != null; rgb = nextPicture()) {
            visitor.frame(frames++, rgb);
        }
        if (frames != probe.frames()) {
            throw new IOException(
                    Sentence.of("%s is damaged: %d of its %d pictures can be decoded", file, frames, probe.frames()));
        }
    }

    /**
     * Decodes the picture that is shown next.
     *
     * @return height x width x bytes of a pixel, valid until the next call; null after the last one
     */
    byte[] nextPicture() throws IOException {
        if (decoder == null) {
            decoder = decoder();
            frame = parts.own(av_frame_alloc(), avutil::av_frame_free);
            givenFrame = parts.frame(pixels.format, probe.width(), probe.height());
            picture = new byte[Math.multiplyExact(pixels.bytes * probe.width(), probe.height())];
        }
        while (!receive(decoder, frame)) {
            if (isEnded) {
                return null;
            }
            send();
        }
        try {
            shownSeconds = frame.best_effort_timestamp() * unitSeconds();
            convert();
        } finally {
            av_frame_unref(frame);
        }
        return picture;
    }

    /** Gives the decoder the next packet, or the news that there is none. */
    private void send() throws IOException {
        isEnded = !next();
        try {
            parts.check(avcodec_send_packet(decoder, isEnded ? null : packet), "decode a picture");
        } finally {
            av_packet_unref(packet);
        }
    }

    /** When the last picture of {@link #nextPicture} is shown, s. */
    double shownSeconds() {
        return shownSeconds;
    }

    /** Goes to the last key frame that is shown at a time or before it; {@link #nextPicture} continues from there. */
    void seek(double seconds) throws IOException {
        long units = (long) Math.floor(seconds / unitSeconds());
        parts.check(av_seek_frame(input, stream.index(), units, AVSEEK_FLAG_BACKWARD), "find a picture");
        isEnded = false;
        if (decoder != null) {
            avcodec_flush_buffers(decoder);
        }
    }

    private double unitSeconds() {
        return (double) stream.time_base().num() / stream.time_base().den();
    }

    private AVCodecContext decoder() throws IOException {
        AVCodec codec = avcodec_find_decoder(stream.codecpar().codec_id());
        if (codec == null || codec.isNull()) {
            throw new IOException(
                    file + " holds " + codec() + ", which FFmpeg cannot decode here; encode it again as H.264");
        }
        AVCodecContext decoder = parts.own(avcodec_alloc_context3(codec), avcodec::avcodec_free_context);
        parts.check(avcodec_parameters_to_context(decoder, stream.codecpar()), "open");
        decoder.thread_count(1);
        decoder.log_level_offset(AV_LOG_DEBUG);
        parts.check(avcodec_open2(decoder, codec, (AVDictionary) null), "open");
        return decoder;
    }

    /** False when the decoder wants more, or has ended. */
    private boolean receive(AVCodecContext decoder, AVFrame frame) throws IOException {
        int result = avcodec_receive_frame(decoder, frame);
        if (result != AVERROR_EAGAIN() && result != AVERROR_EOF()) {
            parts.check(result, "decode");
        }
        return result >= 0;
    }

    private void convert() throws IOException {
        int width = probe.width();
        int height = probe.height();
        if (frame.width() != width || frame.height() != height) {
            throw new IOException(Sentence.of("%s holds pictures of another size than %dx%d", file, width, height));
        }
        if (converter == null) {
            converter = parts.converter(width, height, frame.format(), pixels.format);
        }
        sws_scale(converter, frame.data(), frame.linesize(), 0, height, givenFrame.data(), givenFrame.linesize());
        int stride = givenFrame.linesize(0);
        int line = pixels.bytes * width;
        ByteBuffer rows = givenFrame.data(0).capacity((long) stride * height).asByteBuffer();
        for (int y = 0; y < height; y++) {
            rows.get(y * stride, picture, line * y, line);
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
