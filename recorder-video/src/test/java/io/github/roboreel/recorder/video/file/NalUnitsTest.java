package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class NalUnitsTest {
    private final NalUnits units = new NalUnits();

    @Test
    void parameterSetsGoToTheHeaderAndTheRestGetsLengths() {
        read("00000001 67aabbcc 00000001 68dd 000001 09f0 000001 65010203 00 000001 6504");
        assertSample("00000004 65010203 00000002 6504");
        assertTrue(units.keyFrame());
        assertBytes("67aabbcc", units.sequenceParameters());
        assertBytes("68dd", units.pictureParameters());
    }

    @Test
    void repeatedParameterSetsAreLeftOutAndOtherOnesStay() {
        read("000001 67aa 000001 68dd 000001 6501");
        read("000001 67aa 000001 68ee 000001 6502");
        assertSample("00000002 68ee 00000002 6502");
        assertBytes("68dd", units.pictureParameters());
    }

    @Test
    void aDependentPictureIsNoKeyFrame() {
        read("000001 67aa 000001 68dd 000001 6501");
        read("00000001 4107");
        assertSample("00000002 4107");
        assertFalse(units.keyFrame());
    }

    @Test
    void onlyWhatTheBufferShowsIsRead() {
        byte[] bytes = bytes("000001 6501 000001 4102 000001 4103");
        ByteBuffer part = ByteBuffer.wrap(bytes).position(5).limit(10);
        units.read(part);
        assertSample("00000002 4102");
        assertNull(units.sequenceParameters());
    }

    @Test
    void theShortestUnitsFit() {
        String shortest = "00000141".repeat(50_000);
        read(shortest);
        assertSample("0000000141".repeat(50_000));
    }

    @Test
    void videosOfOneThreadShareABuffer() {
        SampleBuffer buffer = new SampleBuffer();
        NalUnits first = new NalUnits(buffer);
        NalUnits second = new NalUnits(buffer);
        first.read(ByteBuffer.wrap(bytes("000001 67aa 000001 68dd 000001 6501")));
        second.read(ByteBuffer.wrap(bytes("000001 67bb 000001 68ee 000001 6502")));
        assertBytes("00000002 6502", second.sample());
        assertBytes("67aa", first.sequenceParameters());
        assertBytes("67bb", second.sequenceParameters());
        first.read(ByteBuffer.wrap(bytes("000001 67aa 000001 6503")));
        assertBytes("00000002 6503", first.sample());
        assertEquals(first.sample(), second.sample());
    }

    @Test
    void nothingGivesNothing() {
        read("");
        assertSample("");
        read("000001");
        assertSample("");
    }

    private void read(String hex) {
        units.read(ByteBuffer.wrap(bytes(hex)));
    }

    private void assertSample(String hex) {
        assertBytes(hex, units.sample());
    }

    private static void assertBytes(String hex, ByteBuffer actual) {
        byte[] given = new byte[actual.remaining()];
        actual.duplicate().get(given);
        assertArrayEquals(bytes(hex), given);
        assertEquals(bytes(hex).length, given.length);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }
}
