package io.github.roboreel.dataset.rlds;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.rlds.ValueList.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Features are written byte by byte, as the encoding of protocol buffers says. */
class ValueListTest {
    private static final int BEFORE = 3;

    /** A feature that stands somewhere in a record. */
    private static ValueList list(String hex) throws IOException {
        byte[] feature = HexFormat.of().parseHex(hex.replace(" ", ""));
        ByteBuffer record = ByteBuffer.allocate(BEFORE + feature.length + 2);
        record.put(new byte[] {-1, -1, -1}).put(feature).put(new byte[] {-1, -1});
        return ValueList.of(record.array(), BEFORE, BEFORE + feature.length);
    }

    private static List<Long> longs(ValueList list) throws IOException {
        List<Long> longs = new ArrayList<>();
        list.longs(longs::add);
        return longs;
    }

    @Test
    void aFeatureOfNothingHasNoValues() throws IOException {
        ValueList list = list("");
        assertEquals(Kind.NOTHING, list.kind());
        assertEquals(0, list.count());
    }

    @Test
    void numbersThatArePackedAndSingleOnesAreOneList() throws IOException {
        ValueList packed = list("1a 07 0a 05 01 7f 80 01 00");
        assertEquals(Kind.INT64, packed.kind());
        assertEquals(4, packed.count());
        assertEquals(List.of(1L, 127L, 128L, 0L), longs(packed));
        ValueList mixed = list("1a 08 08 05 0a 02 06 07 08 08");
        assertEquals(4, mixed.count());
        assertEquals(List.of(5L, 6L, 7L, 8L), longs(mixed));
    }

    @Test
    void negativeNumbersTakeTenBytes() throws IOException {
        ValueList list = list("1a 0c 0a 0a ff ff ff ff ff ff ff ff ff 01");
        assertEquals(1, list.count());
        assertEquals(List.of(-1L), longs(list));
    }

    @Test
    void aNumberWithoutItsEndIsAFault() throws IOException {
        ValueList cut = list("1a 04 0a 02 01 80");
        assertThrows(IOException.class, () -> longs(cut));
        ValueList endless = list("1a 0d 0a 0b ff ff ff ff ff ff ff ff ff ff 01");
        assertThrows(IOException.class, () -> longs(endless));
    }

    @Test
    void floatsComeBitForBit() throws IOException {
        ValueList list = list("12 0f 0a 08 00 00 80 3f 01 00 c0 7f 0d 00 00 00 80");
        assertEquals(Kind.FLOAT, list.kind());
        assertEquals(3, list.count());
        ByteBuffer floats = list.floats();
        assertEquals(1f, floats.getFloat());
        assertEquals(0x7fc00001, floats.getInt());
        assertEquals(0x80000000, floats.getInt());
        assertEquals(0, floats.remaining());
    }

    @Test
    void byteStringsAreFoundByTheirIndex() throws IOException {
        ValueList list = list("0a 08 0a 02 61 62 0a 00 0a 00");
        Memory memory = new Memory("record", 24);
        assertEquals(Kind.BYTES, list.kind());
        assertEquals(3, list.count());
        assertArrayEquals(new byte[] {0x61, 0x62}, list.item(0, memory));
        assertArrayEquals(new byte[0], list.item(2, memory));
        assertEquals(0, memory.mostOfOne(), "places of three strings are 24 bytes");
    }

    @Test
    void placesOfStringsAreAskedForBeforeTheyAreTaken() throws IOException {
        ValueList list = list("0a 04 0a 00 0a 00");
        assertThrows(ExportRefusedException.class, () -> list.item(0, new Memory("record", 15)));
    }

    @Test
    void unknownFieldsArePassedOver() throws IOException {
        ValueList list = list("22 01 41 1a 05 10 09 0a 01 07 20 01");
        assertEquals(Kind.INT64, list.kind());
        assertEquals(List.of(7L), longs(list));
    }

    @Test
    void aListThatIsLongerThanItsFeatureIsAFault() {
        assertThrows(IOException.class, () -> list("1a 06 0a 01 07"));
    }
}
