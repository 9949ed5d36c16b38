package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import org.jcodec.codecs.h264.H264Encoder;
import org.jcodec.codecs.h264.encode.RateControl;
import org.jcodec.codecs.h264.io.model.SliceType;
import org.jcodec.common.VideoEncoder.EncodedFrame;
import org.jcodec.common.model.ColorSpace;
import org.jcodec.common.model.Picture;
import org.jcodec.common.model.Rect;
import org.jcodec.common.model.Size;

/**
 * JCodec: pure Java, so it works wherever a JVM does. Baseline profile, constant quality.
 *
 * <p>JCodec 0.2.5 predicts key frames from pixels it has already deblocked, which no decoder does; up to quantizer 15
 * deblocking changes nothing, so key frames use that (33 dB became 48 dB on the benchmark's scene). What little drifts
 * in the others ends with the next key frame.
 */
final class JcodecEncoder implements FrameEncoder {
    /** Without another wish. */
    static final int KEY_INTERVAL = 30;

    private static final int MACROBLOCK = 16;
    private static final int MAX_QP = 51;
    private static final int QP_STEP = 6;

    private final VideoFormat format;
    private final Output output;
    private final ConstantQuality quality = new ConstantQuality();
    private final H264Encoder encoder = new H264Encoder(quality);
    private final Picture picture;
    private final ByteBuffer encoded;
    private final YuvConverter converter;

    JcodecEncoder(VideoFormat format, Output output, int keyInterval) {
        this.format = format;
        this.output = output;
        int width = aligned(format.width());
        int height = aligned(format.height());
        Rect shown = new Rect(0, 0, format.width(), format.height());
        // The encoder insists on the full-range colour space's name; what it encodes is bytes.
        picture = Picture.createCropped(width, height, ColorSpace.YUV420J, shown);
        encoded = ByteBuffer.allocate(2 * width * height + (1 << 16));
        converter = new YuvConverter(format, width, height);
        encoder.setKeyInterval(keyInterval);
    }

    private static int aligned(int size) {
        return (size + MACROBLOCK - 1) / MACROBLOCK * MACROBLOCK;
    }

    @Override
    public void encode(ByteBuffer rgb, long timeIndex) throws IOException {
        converter.convert(rgb, picture.getData());
        quality.reset();
        output.accept(encoded(), timeIndex);
    }

    /** A picture that does not fit JCodec's fixed buffers is encoded again, more coarsely. */
    private ByteBuffer encoded() throws IOException {
        encoded.clear();
        try {
            EncodedFrame frame = encoder.encodeFrame(picture, encoded);
            return frame.getData();
        } catch (BufferOverflowException e) {
            return encodedCoarsely();
        }
    }

    private ByteBuffer encodedCoarsely() throws IOException {
        while (quality.coarsen()) {
            encoded.clear();
            try {
                return encoder.encodeIDRFrame(picture, encoded);
            } catch (BufferOverflowException e) {
                continue;
            }
        }
        throw new IOException(Sentence.of(
                "JCodec cannot encode a picture of %sx%s: it does not fit its buffers even at the coarsest "
                        + "quality",
                format.width(), format.height()));
    }

    @Override
    public void finish() {}

    @Override
    public void close() {}

    /** The same quantizer for every macroblock of a picture. */
    private static final class ConstantQuality implements RateControl {
        private static final int KEY_QP = 15;
        private static final int OTHER_QP = 20;
        private int coarser;

        void reset() {
            coarser = 0;
        }

        /** False when there is nothing coarser. */
        boolean coarsen() {
            coarser += QP_STEP;
            return KEY_QP + coarser <= MAX_QP;
        }

        @Override
        public int startPicture(Size size, int maxBytes, SliceType type) {
            return (type == SliceType.I ? KEY_QP : OTHER_QP) + coarser;
        }

        @Override
        public int initialQpDelta() {
            return 0;
        }

        @Override
        public int accept(int bits) {
            return 0;
        }
    }
}
