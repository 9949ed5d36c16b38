package io.github.roboreel.recorder.video.container;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_H264;
import static org.bytedeco.ffmpeg.global.avcodec.AV_INPUT_BUFFER_PADDING_SIZE;
import static org.bytedeco.ffmpeg.global.avcodec.av_new_packet;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_DEBUG;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_RGB24;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_unref;
import static org.bytedeco.ffmpeg.global.avutil.av_mallocz;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BICUBIC;
import static org.bytedeco.ffmpeg.global.swscale.sws_freeContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_getContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale;

import io.github.roboreel.recorder.spi.VideoClipFormat.FrameVisitor;
import io.github.roboreel.recorder.video.encode.FfmpegLibrary;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swscale.SwsContext;
import org.bytedeco.ffmpeg.swscale.SwsFilter;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.Pointer;

/** FFmpeg's H.264 decoder over the pictures of one file, to RGB. For one thread. */
final class ClipDecoder implements AutoCloseable {
    private final Path file;
    private final ClipIndex index;
    private final FrameVisitor visitor;
    private final int width;
    private final int height;
    private final byte[] rgb;
    private AVCodecContext context;
    private AVPacket packet;
    private AVFrame frame;
    private AVFrame rgbFrame;
    private SwsContext converter;
    private long frames;

    ClipDecoder(Path file, ClipIndex index, int width, int height, FrameVisitor visitor) throws IOException {
        this.file = file;
        this.index = index;
        this.visitor = visitor;
        this.width = width;
        this.height = height;
        this.rgb = new byte[Math.multiplyExact(3 * width, height)];
        Optional<String> missing = FfmpegLibrary.whyMissing();
        if (missing.isPresent()) {
            throw new IOException(file + " cannot be decoded: " + missing.get());
        }
        try {
            open();
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void open() throws IOException {
        ByteBuffer configuration = Boxes.decoderConfiguration(
                        index.sampleEntry().content())
                .orElseThrow(() -> new IOException(file + " holds " + index.codec() + ", not H.264; encode it again"));
        AVCodec codec = required(avcodec_find_decoder(AV_CODEC_ID_H264));
        context = required(avcodec_alloc_context3(codec));
        int bytes = configuration.remaining();
        Pointer extra = required(av_mallocz(bytes + (long) AV_INPUT_BUFFER_PADDING_SIZE));
        context.extradata(new BytePointer(extra)).extradata_size(bytes);
        context.extradata().capacity(bytes).asByteBuffer().put(configuration);
        context.thread_count(1);
        context.log_level_offset(AV_LOG_DEBUG);
        checked(avcodec_open2(context, codec, (AVDictionary) null));
        packet = required(av_packet_alloc());
        frame = required(av_frame_alloc());
        rgbFrame = required(av_frame_alloc());
        rgbFrame.format(AV_PIX_FMT_RGB24).width(width).height(height);
        checked(av_frame_get_buffer(rgbFrame, 0));
    }

    void decode(FileChannel channel) throws IOException {
        for (int picture = 0; picture < index.spans().count(); picture++) {
            int bytes = index.spans().sizes()[picture];
            checked(av_new_packet(packet, bytes));
            try {
                read(channel, index.spans().offsets()[picture], bytes);
                checked(avcodec_send_packet(context, packet));
            } finally {
                av_packet_unref(packet);
            }
            putOut();
        }
        checked(avcodec_send_packet(context, null));
        putOut();
        if (frames != index.spans().count()) {
            throw new IOException(
                    file + " is damaged: " + frames + " of its " + index.spans().count() + " pictures can be decoded");
        }
    }

    private void read(FileChannel channel, long offset, int bytes) throws IOException {
        ByteBuffer target = packet.data().capacity(bytes).asByteBuffer();
        while (target.hasRemaining()) {
            if (channel.read(target, offset + target.position()) < 0) {
                throw new EOFException(file + " ended early: somebody shortened it");
            }
        }
    }

    private void putOut() throws IOException {
        int result = avcodec_receive_frame(context, frame);
        while (result >= 0) {
            try {
                convert();
            } finally {
                av_frame_unref(frame);
            }
            visitor.frame(frames++, rgb);
            result = avcodec_receive_frame(context, frame);
        }
        if (result != AVERROR_EAGAIN() && result != AVERROR_EOF()) {
            checked(result);
        }
    }

    private void convert() throws IOException {
        if (frame.width() != width || frame.height() != height) {
            throw new IOException(file + " holds pictures of another size than " + width + "x" + height);
        }
        if (converter == null) {
            converter = required(sws_getContext(
                    width,
                    height,
                    frame.format(),
                    width,
                    height,
                    AV_PIX_FMT_RGB24,
                    SWS_BICUBIC,
                    (SwsFilter) null,
                    null,
                    (DoublePointer) null));
        }
        sws_scale(converter, frame.data(), frame.linesize(), 0, height, rgbFrame.data(), rgbFrame.linesize());
        int stride = rgbFrame.linesize(0);
        ByteBuffer rows = rgbFrame.data(0).capacity((long) stride * height).asByteBuffer();
        for (int y = 0; y < height; y++) {
            rows.get(y * stride, rgb, 3 * width * y, 3 * width);
        }
    }

    @Override
    public void close() {
        if (context != null) {
            avcodec_free_context(context);
            context = null;
        }
        if (packet != null) {
            av_packet_free(packet);
            packet = null;
        }
        if (frame != null) {
            av_frame_free(frame);
            frame = null;
        }
        if (rgbFrame != null) {
            av_frame_free(rgbFrame);
            rgbFrame = null;
        }
        if (converter != null) {
            sws_freeContext(converter);
            converter = null;
        }
    }

    private <P extends Pointer> P required(P pointer) throws IOException {
        if (pointer == null || pointer.isNull()) {
            throw new IOException(file + " cannot be decoded: FFmpeg is out of memory");
        }
        return pointer;
    }

    private void checked(int result) throws IOException {
        if (result < 0) {
            throw new IOException(file + " cannot be decoded at picture " + frames + ", error " + result);
        }
    }
}
