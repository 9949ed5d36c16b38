package io.github.roboreel.recorder.video.file;

import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Start of a recording, before its first fragment, from which its finished video's boxes can be made again. Where
 * {@link Mp4Boxes#fragmentedStart} could not have written it, the factory throws {@link IllegalArgumentException} or
 * one of its like.
 *
 * @param frameUnits how long one frame is shown, in time units
 * @param units which have the parameter sets
 */
record RecordingHeader(VideoFormat format, long frameUnits, NalUnits units) {
    private static final byte[] START_CODE = {0, 0, 0, 1};
    private static final int SETS_AT = 5;
    private static final int COUNT_OF_SEQUENCE_SETS = 0x1f;
    private static final int FOUR_BYTE_LENGTHS = 3;

    /** From the content of its moov. */
    static RecordingHeader of(ByteBuffer movie) {
        ByteBuffer media = BoxFinder.require(BoxFinder.videoTrack(movie).orElseThrow(), "mdia");
        long frameUnits = BoxFinder.path(movie, "mvex", "trex").getInt(12) & 0xffffffffL;
        ByteBuffer picture =
                BoxFinder.sampleEntry(BoxFinder.path(media, "minf", "stbl")).content();
        VideoFormat format = new VideoFormat(
                picture.getShort(24) & 0xffff,
                picture.getShort(26) & 0xffff,
                rate(BoxFinder.timescale(media), frameUnits));
        require(new Mp4Boxes(format).timescale() == BoxFinder.timescale(media));
        return new RecordingHeader(
                format,
                frameUnits,
                units(BoxFinder.decoderConfiguration(picture).orElseThrow()));
    }

    /** In lowest terms, as {@link Mp4Boxes} needs it to come to the same time units. */
    private static FrameRate rate(long timescale, long frameUnits) {
        int common = BigInteger.valueOf(timescale)
                .gcd(BigInteger.valueOf(frameUnits))
                .intValueExact();
        return new FrameRate(Math.toIntExact(timescale / common), Math.toIntExact(frameUnits / common));
    }

    /** From one set of each kind, as there is in the header of ours. */
    private static NalUnits units(ByteBuffer configuration) {
        require((configuration.get(SETS_AT - 1) & 3) == FOUR_BYTE_LENGTHS);
        ByteBuffer sets = configuration.duplicate().position(SETS_AT);
        ByteBuffer annexB = ByteBuffer.allocate(configuration.remaining() + 2 * START_CODE.length);
        require((sets.get() & COUNT_OF_SEQUENCE_SETS) == 1);
        putSet(sets, annexB);
        require(sets.get() == 1);
        putSet(sets, annexB);
        NalUnits units = new NalUnits();
        units.read(annexB.flip());
        require(units.sequenceParameters() != null && units.pictureParameters() != null);
        return units;
    }

    private static void putSet(ByteBuffer sets, ByteBuffer annexB) {
        int bytes = sets.getShort() & 0xffff;
        annexB.put(START_CODE).put(sets.slice(sets.position(), bytes));
        sets.position(sets.position() + bytes);
    }

    private static void require(boolean isOurs) {
        if (!isOurs) {
            throw new IllegalArgumentException("no header of a recording");
        }
    }
}
