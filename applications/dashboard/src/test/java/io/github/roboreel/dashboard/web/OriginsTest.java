package io.github.roboreel.dashboard.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginsTest {
    private static final String MACHINE = "MACHINE";

    /** A machine's own name leads to a loopback address on many, and IPv6 may be switched off. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "localhost", "::1", "0:0:0:0:0:0:0:1", "0.0.0.0", "::", MACHINE})
    void theAddressThatIsPrintedLetsIn(String given) throws IOException {
        String host = given.equals(MACHINE) ? InetAddress.getLocalHost().getHostName() : given;
        assumeTrue(canListen(host), "this machine cannot listen at " + host);
        WebSettings settings =
                new WebSettings(host, List.of(0), Optional.empty(), List.of(), WebSettings.IDLE, WebSettings.UNKNOWN);
        try (WebServer server =
                WebServer.start(settings, new Routes(List.of(), List.of(), List.of()), (status, duration) -> {})) {
            String authority = URI.create(server.url()).getAuthority();
            assertEquals(302, status(server, authority));
            assertEquals(302, status(server, "localhost:" + server.address().getPort()));
            assertEquals(421, status(server, "evil.example:" + server.address().getPort()));
            assertEquals(421, status(server, authority.replaceFirst(":\\d+$", ":1")));
        }
    }

    private static boolean canListen(String host) {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static int status(WebServer server, String authority) throws IOException {
        return new RawClient(server.address())
                .send("GET /?token=" + server.token() + " HTTP/1.1\r\nHost: " + authority
                        + "\r\nConnection: close\r\n\r\n")
                .status();
    }

    @ParameterizedTest
    @CsvSource({
        "lab, lab",
        "192.0.2.2, 192.0.2.2",
        "::1, [::1]",
        "[fd00::2], [fd00::2]",
        "0:0:0:0:0:0:0:0, [::]",
        "0:0:0:0:0:0:0:1, [::1]",
        "fd00:0:0:0:0:0:0:2, [fd00::2]",
        "fe80:0:0:0:fc:ff:fe00:1%eth0, [fe80::fc:ff:fe00:1]",
        "2001:0:0:1:0:0:0:1, [2001:0:0:1::1]",
        "2001:db8:1:1:1:1:1:0, [2001:db8:1:1:1:1:1:0]"
    })
    void addressesAreWrittenAsBrowsersDo(String host, String written) {
        assertEquals(written, Origins.written(host));
    }

    /** A tunnel from another port, and a proxy. */
    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:9000, 127.0.0.1:9000, http://127.0.0.1:9000",
        "http://localhost:9000/, localhost:9000, http://localhost:9000",
        "https://Recordings.lab.example, recordings.lab.example, https://recordings.lab.example",
        "https://lab.example:8443, lab.example:8443, https://lab.example:8443",
        "http://[::1]:9000, [::1]:9000, http://[::1]:9000"
    })
    void aPublicAddressIsKnownBesides(URI publicUrl, String authority, String origin) throws IOException {
        Origins origins = Origins.of("127.0.0.1", InetAddress.getByName("127.0.0.1"), 8420, Optional.of(publicUrl));

        assertTrue(origins.authorities().contains(authority), origins::toString);
        assertTrue(origins.origins().contains(origin), origins::toString);
        assertTrue(origins.authorities().contains("127.0.0.1:8420"), origins::toString);
    }
}
