package io.github.roboreel.recorder.schema;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

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
