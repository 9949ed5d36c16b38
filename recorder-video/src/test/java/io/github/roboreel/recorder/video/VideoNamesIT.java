package io.github.roboreel.recorder.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The naming rule against Python's own idea of letters, numbers and white space. */
class VideoNamesIT {
    @TempDir
    private Path folder;

    /** Prints "code-point class" for every code point that this Python knows. */
    private static final String CLASSES = "import sys, unicodedata\n"
            + "for i in range(0x110000):\n"
            + "    c = chr(i)\n"
            + "    if unicodedata.category(c) != 'Cn':\n"
            + "        print(i, int(c.isalnum() or c == '_' or c.isspace()))\n";

    private static final String SLUG = "import sys\n"
            + "sys.stdin.reconfigure(encoding='utf-8', newline='')\n"
            + "sys.stdout.reconfigure(encoding='utf-8', newline='')\n"
            + "s = sys.stdin.read()\n"
            + "print(''.join(c for c in s if c.isalnum() or c == '_' or c.isspace())"
            + ".replace(' ', '_') + '|', end='')\n";

    @Test
    void everyCharacterIsKeptOrDeletedAsPythonDoes() throws Exception {
        Tool python = Tool.run("/usr/bin/python3", "-c", CLASSES);
        assertEquals(0, python.exitCode(), python.err());
        List<String> different = new ArrayList<>();
        int compared = 0;
        for (String line : python.text().lines().toList()) {
            String[] columns = line.split(" ");
            int c = Integer.parseInt(columns[0]);
            // Python and this JVM may have different versions of Unicode.
            if (Character.getType(c) == Character.UNASSIGNED) {
                continue;
            }
            compared++;
            boolean kept = !VideoNames.stem(Character.toString(c)).isEmpty();
            if (kept != columns[1].equals("1")) {
                different.add("U+" + Integer.toHexString(c));
            }
        }
        assertEquals(List.of(), different);
        assertTrue(compared > 250_000, "compared only " + compared);
    }

    /** A JVM whose locale has no Unicode file names still gets a file of its own. */
    @Test
    void anAsciiLocaleGetsAsciiNames() throws Exception {
        List<String> command = new ArrayList<>(List.of("env", "LC_ALL=C"));
        command.addAll(SecondJvm.command());
        command.addAll(List.of(NameAFile.class.getName(), folder.toString()));
        Tool jvm = Tool.run(command, "");
        assertEquals(0, jvm.exitCode(), jvm.err());
        assertTrue(Files.exists(folder.resolve(jvm.text())), jvm.text());
        assertTrue(jvm.text().matches("put_caf_away-[0-9a-f]{8}_0\\.mp4"), jvm.text());
    }

    /** Main of a second JVM: creates the file of a video and prints its name. */
    static final class NameAFile {
        private NameAFile() {}

        public static void main(String[] args) throws IOException {
            String name = VideoNames.fileName("put caf\u00e9 \u6f22away!", new EpisodeId(0, 0, 1), VideoKind.SENSOR);
            Files.createFile(Path.of(args[0], name));
            System.out.println(name);
        }
    }

    @Test
    void wholeInstructionsAgreeToo() throws Exception {
        for (String instruction : List.of(
                "Put the rubik's cube (red/blue) in the bowl, please.",
                "  two  spaces\tand a tab\r\n",
                "Räume die Schüssel weg — schnell!",
                "把香蕉放进碗里。",
                "موز في الوعاء",
                "केला कटोरे में",
                "🍌 → 🥣 ½ ² Ⅷ")) {
            Tool python = Tool.run(List.of("/usr/bin/python3", "-c", SLUG), instruction);
            String expected = new String(python.out(), java.nio.charset.StandardCharsets.UTF_8);
            assertEquals(expected, VideoNames.stem(instruction) + "|");
        }
    }
}
