package io.github.roboreel.recorder.video.container;

import java.nio.ByteBuffer;

/**
 * The box before a recorded picture, see {@link Mp4Boxes#fragment}.
 *
 * @param timeUnits when it is shown, in time units from the start
 * @param dataOffset from the start of the box to the picture
 * @param sampleBytes size of the picture
 */
record RecordingFragment(long timeUnits, int dataOffset, int sampleBytes, boolean isKeyFrame) {
    private static final int OFFSET_SIZE_AND_FLAGS = 0x601;
    private static final int FLAGS_MASK = 0xffffff;
    private static final int DEPENDENT = 0x00010000;

    /** From the content of its moof; throws {@link IllegalArgumentException} if it is not ours. */
    static RecordingFragment of(ByteBuffer content) {
        ByteBuffer track = Boxes.require(content, "traf");
        ByteBuffer time = Boxes.require(track, "tfdt");
        ByteBuffer run = Boxes.require(track, "trun");
        boolean isOurs = (run.getInt() & FLAGS_MASK) == OFFSET_SIZE_AND_FLAGS && run.getInt() == 1;
        if (!isOurs) {
            throw new IllegalArgumentException("no fragment of one picture");
        }
        return new RecordingFragment(
                time.get(0) == 1 ? time.getLong(4) : time.getInt(4) & 0xffffffffL,
                run.getInt(),
                run.getInt(),
                (run.getInt() & DEPENDENT) == 0);
    }
}
