package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code serve} as a process of its own, and what it refuses. */
class ServeIT {
    @TempDir
    Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        Files.createDirectories(folder.resolve("output"));
    }

    private static String awaitAddress(ChildJvm child) throws Exception {
        while (!child.out().contains("\n")) {
            assertTrue(child.isAlive(), child.err());
            Thread.sleep(20);
        }
        return child.out();
    }

    private static HttpResponse<String> get(String address, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void theAddressStandsOnALineOfItsOwnAndASignalEndsItInOrder() throws Exception {
        ChildJvm child = ChildJvm.start(folder, "serve", "output", "--port", "0", "--token-file", "token");
        String out = awaitAddress(child);

        assertTrue(out.matches("http://127\\.0\\.0\\.1:\\d+/\\?token=[A-Za-z0-9_-]{32}\n"), out);
        String token = out.strip().replaceFirst(".*=", "");
        String page = out.strip().replaceFirst("\\?.*", "");
        Path file = folder.resolve("token");
        assertEquals(token + "\n", Files.readString(file));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(302, get(out.strip()).statusCode());
        assertEquals(401, get(page + "api/v1/me").statusCode());
        HttpResponse<String> me = get(page + "api/v1/me", "Authorization", "Bearer " + token);
        assertTrue(me.body().contains("\"folders\":[\"output\"]"), me.body());

        child.terminate();
        assertEquals(0, child.exitCode(), child.err());
        assertEquals("", child.err());
        assertFalse(Files.exists(file));
        assertEquals(out, child.out());
    }

    @Test
    void otherMachinesAreLetInOnlyWhenToldAndSshIsNamed() throws Exception {
        ChildJvm child =
                ChildJvm.start(folder, "serve", "output", "--port", "0", "--host", "0.0.0.0", "--allow-remote");
        String out = awaitAddress(child);
        String port = out.replaceFirst("http://[^/]+:(\\d+)/[^\n]*\n", "$1");
        assertFalse(out.startsWith("http://0.0.0.0:"), out);

        child.signal("INT");
        assertEquals(0, child.exitCode(), child.err());
        assertTrue(child.err().contains("nothing is encrypted"), child.err());
        assertTrue(child.err().contains("ssh -L " + port + ":127.0.0.1:" + port), child.err());
    }

    @Test
    void aPortThatIsTakenIsASentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            InProcess refused = InProcess.run("serve", folder.resolve("output").toString(), "--port", port);

            assertEquals(Outcome.BAD_ARGUMENTS, refused.outcome());
            assertEquals(
                    "roboreel: cannot listen at 127.0.0.1, port " + port
                            + ": Address already in use; choose another host or port\n",
                    refused.err());
            assertEquals("", refused.out());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --port 65536                        | --port is 65536; expected a number from 0 to 65535
            --port -1                           | --port is -1; expected a number from 0 to 65535
            --host 0.0.0.0                      | add --allow-remote if they may, or keep the default and use ssh -L
            --host no.such.host.invalid         | --host no.such.host.invalid is unknown; give a name or address
            --public-url lab.example            | expected http or https, a host and at most a port
            --public-url https://a.example/x    | expected http or https, a host and at most a port
            --public-url https://u@a.example    | expected http or https, a host and at most a port
            --tasks-dir no/such                 | there is no folder no/such; give one that holds task files
            no/such                             | there is no folder no/such
            --port 0 --token-file no/such/file  | the token cannot be written to no/such/file
            """)
    void whatCannotBeIsRefusedInOneSentence(String options, String sentence) {
        String[] words = ("serve " + folder.resolve("output") + " " + options).split(" ");
        InProcess refused = InProcess.run(words);

        assertTrue(refused.err().contains(sentence), refused.err());
        assertEquals(1, refused.err().lines().count(), refused.err());
        assertEquals("", refused.out());
        assertTrue(refused.outcome() != Outcome.OK);
    }

    @Test
    void theTokenReplacesNothingButAFile() throws IOException {
        Path target = Files.createDirectory(folder.resolve("folder"));
        InProcess refused = InProcess.run(
                "serve", folder.resolve("output").toString(), "--port", "0", "--token-file", target.toString());

        assertEquals(Outcome.BAD_ARGUMENTS, refused.outcome());
        assertTrue(refused.err().contains("is no regular file and is left as it is"), refused.err());
        assertTrue(Files.isDirectory(target));
    }
}
