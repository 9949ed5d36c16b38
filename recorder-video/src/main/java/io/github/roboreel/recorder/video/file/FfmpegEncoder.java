package io.github.roboreel.recorder.video.file;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_GLOBAL_HEADER;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_packet;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_frame;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_RANGE_MPEG;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_SPC_SMPTE170M;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_DEBUG;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_RGB24;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_make_writable;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale;

import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.global.avcodec;
import org.bytedeco.ffmpeg.swscale.SwsContext;

/**
 * FFmpeg's libavcodec in this process, one thread per video. RGB becomes YUV 4:2:0 by libswscale, BT.601 limited range,
 * and says so in the stream.
 */
final class FfmpegEncoder implements FrameEncoder {
    private final VideoFormat format;
    private final Output output;
    private final FfmpegParts parts;
    private AVCodecContext context;
    private SwsContext converter;
    private AVFrame rgbFrame;
    private AVFrame frame;
    private AVPacket packet;

    FfmpegEncoder(AVCodec codec, Map<String, String> options, VideoFormat format, Output output) throws IOException {
        this.format = format;
        this.output = output;
        this.parts = new FfmpegParts(Sentence.of("FFmpeg cannot encode %dx%d", format.width(), format.height()));
        try {
            openCodec(codec, options);
            openFrames();
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void openCodec(AVCodec codec, Map<String, String> options) throws IOException {
        context = parts.own(avcodec_alloc_context3(codec), avcodec::avcodec_free_context);
        context.width(format.width());
        context.height(format.height());
        context.pix_fmt(AV_PIX_FMT_YUV420P);
        context.colorspace(AVCOL_SPC_SMPTE170M);
        context.color_range(AVCOL_RANGE_MPEG);
        context.time_base().num(format.rate().seconds()).den(format.rate().frames());
        context.framerate().num(format.rate().frames()).den(format.rate().seconds());
        context.thread_count(1);
        // Silences this encoder's chatter on stderr, and no other's.
        context.log_level_offset(AV_LOG_DEBUG);
        context.flags(context.flags() & ~AV_CODEC_FLAG_GLOBAL_HEADER);
        AVDictionary dictionary = new AVDictionary(null);
        try {
            options.forEach((key, value) -> av_dict_set(dictionary, key, value, 0));
            parts.check(avcodec_open2(context, codec, dictionary), "open");
        } finally {
            av_dict_free(dictionary);
        }
        packet = parts.own(av_packet_alloc(), avcodec::av_packet_free);
    }

    private void openFrames() throws IOException {
        int width = format.width();
        int height = format.height();
        converter = parts.converter(width, height, AV_PIX_FMT_RGB24, AV_PIX_FMT_YUV420P);
        rgbFrame = parts.frame(AV_PIX_FMT_RGB24, width, height);
        frame = parts.frame(AV_PIX_FMT_YUV420P, width, height);
        frame.colorspace(AVCOL_SPC_SMPTE170M).color_range(AVCOL_RANGE_MPEG);
    }

    @Override
    public void encode(ByteBuffer rgb, long timeIndex) throws IOException {
        // The encoder may still hold the last picture; its planes move then.
        parts.check(av_frame_make_writable(frame), "reuse a frame");
        copyPadded(rgb);
        sws_scale(converter, rgbFrame.data(), rgbFrame.linesize(), 0, format.height(), frame.data(), frame.linesize());
        frame.pts(timeIndex);
        parts.check(avcodec_send_frame(context, frame), "encode a frame");
        drainPackets();
    }

    /** The converter's vector code reads a little behind the rows, and FFmpeg's own have room. */
    private void copyPadded(ByteBuffer rgb) {
        int rowBytes = 3 * format.width();
        int stride = rgbFrame.linesize(0);
        ByteBuffer padded =
                rgbFrame.data(0).capacity((long) stride * format.height()).asByteBuffer();
        for (int y = 0; y < format.height(); y++) {
            padded.put(y * stride, rgb, y * rowBytes, rowBytes);
        }
    }

    @Override
    public void finish() throws IOException {
        parts.check(avcodec_send_frame(context, null), "finish");
        drainPackets();
    }

    private void drainPackets() throws IOException {
        int result = avcodec_receive_packet(context, packet);
        while (result >= 0) {
            try {
                output.accept(packet.data().capacity(packet.size()).asByteBuffer(), packet.pts());
            } finally {
                av_packet_unref(packet);
            }
            result = avcodec_receive_packet(context, packet);
        }
        if (result != AVERROR_EAGAIN() && result != AVERROR_EOF()) {
            parts.check(result, "encode");
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
