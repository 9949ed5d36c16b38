package io.github.roboreel.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.InProcess;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.TokenFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before a folder is made, and tokens that are known before. */
class LiveViewTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "--keep, --keep works with --dashboard only",
        "--metrics-token-file=x, --metrics-token-file works with --metrics-port only",
        "--metrics-port=-1, expected a whole number from 0 to 65535; given '-1'",
        "--metrics-port=65536, expected a whole number from 0 to 65535; given '65536'",
        "--metrics-port=x, expected a whole number from 0 to 65535; given 'x'"
    })
    void whatMakesNoSenseIsRefused(String option, String sentence) {
        assertRefused(sentence, option);
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            assertRefused(
                    "port " + taken.getLocalPort() + " of 127.0.0.1 cannot be had",
                    "--metrics-port=" + taken.getLocalPort());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "two words of a sentence", "a-token-of-some-length\nand another line"})
    void aFileThatHoldsNoTokenIsRefused(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), content);
        assertRefused(
                file + " holds no token; expected 16 to 512 letters",
                "--metrics-port=0",
                "--metrics-token-file=" + file);
        assertEquals(content, Files.readString(file));
    }

    @Test
    void aTokenIsMadeOnceAndThenTheSame() throws IOException {
        Path file = folder.resolve("token");
        assertEquals("a-token-that-is-new", TokenFile.readOrMake(file, () -> "a-token-that-is-new"));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals("a-token-that-is-new", TokenFile.readOrMake(file, () -> "another-token-that-is-new"));
        assertEquals("a-token-that-is-new\n", Files.readString(file));
    }

    private void assertRefused(String sentence, String... options) {
        List<String> arguments = new ArrayList<>(List.of("record", "--policy=hold", "--max-steps=1"));
        arguments.add("--output-dir=" + folder.resolve("output"));
        arguments.addAll(List.of(options));
        InProcess refused = InProcess.run(arguments.toArray(String[]::new));
        assertEquals(Outcome.BAD_ARGUMENTS, refused.outcome(), refused.err());
        assertTrue(refused.err().contains(sentence), refused.err());
        assertFalse(Files.exists(folder.resolve("output")), "nothing is made");
    }
}
