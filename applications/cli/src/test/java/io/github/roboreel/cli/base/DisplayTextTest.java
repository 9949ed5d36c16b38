package io.github.roboreel.cli.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DisplayTextTest {
    @Test
    void whatMovesTheCursorOrTurnsTheDirectionBecomesABlank() {
        assertEquals("a [2Jb c d", DisplayText.oneLine("a\u001b[2Jb\nc\u2028d"));
        assertEquals("x y z w v", DisplayText.oneLine("x\u202ey\u2066z\u200ew\u061cv"));
        assertEquals("\u6f22\ud83e\udd16 \u05d0", DisplayText.oneLine("\u6f22\ud83e\udd16 \u05d0"));
    }

    @Test
    void complaintsAreOneLineWhateverTheyQuote() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);

        new Terminal(stream, stream, false, () -> 20).say("no folder x\u001b]0;owned\u0007\ny\u202e");

        assertEquals("roboreel: no folder x ]0;owned  y \n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aTerminalShowsWholeWords() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);

        new Terminal(stream, stream, true, () -> 20)
                .say("\u6f22\u6f22\u6f22\u6f22 was left out of /a/very/long/path/of/a/folder, see there");

        assertEquals("""
                roboreel: \u6f22\u6f22\u6f22\u6f22
                  was left out of
                  /a/very/long/path/of/a/folder,
                  see there
                """, err.toString(StandardCharsets.UTF_8));
        assertEquals("a bc", DisplayText.wrapped("a bc", 4));
        assertEquals("a\n  bc", DisplayText.wrapped("a bc", 3));
    }
}
