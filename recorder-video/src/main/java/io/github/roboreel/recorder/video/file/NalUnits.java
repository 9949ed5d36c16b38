package io.github.roboreel.recorder.video.file;

import java.nio.ByteBuffer;

/**
 * An encoded picture taken apart: from Annex B, where NAL units follow start codes, to what an MP4 sample holds, each
 * unit after its length in 4 bytes. Parameter sets are kept aside, since an MP4 has them in its header; a set that
 * differs from the header's stays in the sample. By hand, since JCodec's leave the zeros between units in them.
 */
final class NalUnits {
    private static final int IDR_SLICE = 5;
    private static final int SEQUENCE_PARAMETERS = 7;
    private static final int PICTURE_PARAMETERS = 8;
    private static final int DELIMITER = 9;
    private static final int TYPE_MASK = 0x1f;
    private static final int LENGTH_BYTES = 4;

    private final SampleBuffer buffer;
    private ByteBuffer sample = ByteBuffer.allocate(0);
    private ByteBuffer sequenceParameters;
    private ByteBuffer pictureParameters;
    private boolean keyFrame;

    /** With a buffer of its own. */
    NalUnits() {
        this(new SampleBuffer());
    }

    /** With a buffer that others on the same thread may use between pictures. */
    NalUnits(SampleBuffer buffer) {
        this.buffer = buffer;
    }

    /** Takes a picture in, from the buffer's position to its limit. */
    void read(ByteBuffer annexB) {
        keyFrame = false;
        // The shortest unit, 00 00 01 and a byte, becomes 5 bytes.
        sample = buffer.cleared(annexB.remaining() + annexB.remaining() / LENGTH_BYTES);
        int start = nextStart(annexB, annexB.position());
        while (start < annexB.limit()) {
            int next = nextStart(annexB, start);
            int end = next < annexB.limit() ? endBefore(annexB, start, next) : annexB.limit();
            if (end > start) {
                take(annexB.slice(start, end - start));
            }
            start = next;
        }
        sample.flip();
    }

    /** Index after the next start code 00 00 01, or the limit. */
    private static int nextStart(ByteBuffer bytes, int from) {
        for (int i = from; i + 2 < bytes.limit(); i++) {
            if (bytes.get(i) == 0 && bytes.get(i + 1) == 0 && bytes.get(i + 2) == 1) {
                return i + 3;
            }
        }
        return bytes.limit();
    }

    /** Where a unit ends: before the next start code and the zeros that pad it. */
    private static int endBefore(ByteBuffer bytes, int start, int nextStart) {
        int end = nextStart - 3;
        while (end > start && bytes.get(end - 1) == 0) {
            end--;
        }
        return end;
    }

    private void take(ByteBuffer unit) {
        int type = unit.get(0) & TYPE_MASK;
        if (type == SEQUENCE_PARAMETERS) {
            sequenceParameters = sequenceParameters == null ? copy(unit) : sequenceParameters;
            keepUnless(unit, sequenceParameters);
        } else if (type == PICTURE_PARAMETERS) {
            pictureParameters = pictureParameters == null ? copy(unit) : pictureParameters;
            keepUnless(unit, pictureParameters);
        } else if (type != DELIMITER) {
            keyFrame |= type == IDR_SLICE;
            keep(unit);
        }
    }

    /** Whether a unit with this first byte says how others are decoded. */
    static boolean isParameterSet(byte unitHeader) {
        int type = unitHeader & TYPE_MASK;
        return type == SEQUENCE_PARAMETERS || type == PICTURE_PARAMETERS;
    }

    private void keepUnless(ByteBuffer unit, ByteBuffer inHeader) {
        if (!unit.equals(inHeader)) {
            keep(unit);
        }
    }

    private void keep(ByteBuffer unit) {
        sample.putInt(unit.remaining()).put(unit.duplicate());
    }

    private static ByteBuffer copy(ByteBuffer unit) {
        ByteBuffer copy = ByteBuffer.allocate(unit.remaining());
        return copy.put(unit.duplicate()).flip();
    }

    /** The sample, from 0 to its limit; valid until the buffer is used again. */
    ByteBuffer sample() {
        return sample;
    }

    /** Whether decoding can start with this picture. */
    boolean keyFrame() {
        return keyFrame;
    }

    /** The first sequence parameter set, unit header included; null before it came. */
    ByteBuffer sequenceParameters() {
        return sequenceParameters;
    }

    /** The first picture parameter set, unit header included; null before it came. */
    ByteBuffer pictureParameters() {
        return pictureParameters;
    }
}
