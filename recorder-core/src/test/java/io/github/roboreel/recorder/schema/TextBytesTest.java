package io.github.roboreel.recorder.schema;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextBytesTest {
    private static final Field FIELD =
            FieldSchema.of(FieldSpec.text("obs/label", 12)).field("obs/label");

    @Property
    void bytesAreUtf8WithNulsBehind(@ForAll String text) {
        boolean holdable = text.indexOf('\0') < 0
                && new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(text);
        if (!holdable) {
            assertThrows(IllegalArgumentException.class, () -> TextBytes.length(3, FIELD, text));
            return;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        assertEquals(utf8.length, TextBytes.length(3, FIELD, text));
        byte[] row = new byte[utf8.length + 5];
        Arrays.fill(row, (byte) 'x');
        TextBytes.put(text, ByteBuffer.wrap(row), 2, utf8.length + 2);
        assertArrayEquals(utf8, Arrays.copyOfRange(row, 2, 2 + utf8.length));
        assertArrayEquals(new byte[] {0, 0, 'x'}, Arrays.copyOfRange(row, 2 + utf8.length, row.length));
    }

    /** Against the decoder of the JDK; bytes of few values, so that whole characters come up. */
    @Property(tries = 5000)
    void bytesAreRefusedThatAreNoTextInAField(@ForAll @Size(12) List<@From("textBytes") Byte> given) {
        byte[] row = new byte[14];
        for (int i = 0; i < given.size(); i++) {
            row[1 + i] = given.get(i);
        }
        row[13] = 'x';
        IllegalArgumentException fault = TextBytes.fault(3, FIELD, ByteBuffer.wrap(row), 1);
        assertEquals(isText(Arrays.copyOfRange(row, 1, 13)), fault == null, () -> String.valueOf(fault));
    }

    @Provide
    Arbitrary<Byte> textBytes() {
        return Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.of((byte) 0, (byte) 0, (byte) 'a')),
                Tuple.of(6, Arbitraries.bytes().between((byte) 0x80, (byte) 0xbf)),
                Tuple.of(4, Arbitraries.bytes().between((byte) 0xc0, (byte) 0xff)));
    }

    private static boolean isText(byte[] row) {
        try {
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(row))
                    .toString();
            return decoded.matches("[^\\x00]*\\x00*");
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @Test
    void everyCharacterIsTakenWhereItIsWholeAndRefusedWhereItIsCut() {
        for (int point = 1; point <= Character.MAX_CODE_POINT; point += point < 0x900 ? 1 : 37) {
            boolean isCharacter = point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE;
            byte[] utf8 = Character.toString(point).getBytes(StandardCharsets.UTF_8);
            if (isCharacter) {
                byte[] row = new byte[12];
                System.arraycopy(utf8, 0, row, 12 - utf8.length, utf8.length);
                Arrays.fill(row, 0, 12 - utf8.length, (byte) 'a');
                assertNull(TextBytes.fault(3, FIELD, ByteBuffer.wrap(row), 0), () -> Arrays.toString(row));
                if (utf8.length > 1) {
                    row[11] = 0;
                    assertNotNull(TextBytes.fault(3, FIELD, ByteBuffer.wrap(row), 0), () -> Arrays.toString(row));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c080",
                "c1bf",
                "e08080",
                "e09fbf",
                "eda080",
                "edbfbf",
                "f0808080",
                "f08fbfbf",
                "f4908080",
                "f5808080"
            })
    void longFormsHalfCharactersAndWhatIsBeyondUnicodeAreRefused(String hex) {
        byte[] row = Arrays.copyOf(HexFormat.of().parseHex(hex), 12);
        String message = TextBytes.fault(3, FIELD, ByteBuffer.wrap(row), 0).getMessage();
        assertEquals(
                "env 3: field 'obs/label' expects a text, UTF-8 with NULs behind; given byte 0x" + hex.substring(0, 2)
                        + " at 0, which begins no character of UTF-8",
                message);
    }

    @Test
    void textsOfFourBytesACharacterAreUtf8() {
        byte[] row = new byte[12];
        TextBytes.put("zoë€🤖", ByteBuffer.wrap(row), 0, 12);
        assertArrayEquals("zoë€🤖".getBytes(StandardCharsets.UTF_8), Arrays.copyOf(row, 11));
    }

    @Test
    void refusalsNameTheFieldAndThePlace() {
        String message = assertThrows(IllegalArgumentException.class, () -> TextBytes.length(3, FIELD, "ab\uD83E"))
                .getMessage();
        assertTrue(message.contains("env 3: field 'obs/label'"), message);
        assertTrue(message.contains("half a character at 2"), message);
    }

    @Test
    void aTextFieldHasOneAxisAndHoldsNoPicture() {
        assertThrows(IllegalArgumentException.class, () -> FieldSpec.step("obs/label", DType.TEXT, 3, 4));
        assertThrows(IllegalArgumentException.class, () -> FieldSpec.step("obs/label", DType.TEXT));
        assertEquals("text[12]", FIELD.spec().typeText());
        assertEquals(12, FIELD.spec().storedElementBytes());
        assertEquals(0, FIELD.spec().storedShape().size());
    }
}
