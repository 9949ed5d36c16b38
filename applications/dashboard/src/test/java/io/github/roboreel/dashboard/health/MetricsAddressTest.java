package io.github.roboreel.dashboard.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsAddressTest {
    private static final String NAME = ".recording.metrics.json";

    @TempDir
    private Path folder;

    @Test
    void onlyItsUserCanReadItAndItIsReadAsItWasWritten() throws Exception {
        MetricsAddress address = MetricsAddress.ofThisProcess(4711, "a-token");
        address.write(folder);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(NAME))));
        assertEquals(List.of(NAME), names());
        assertEquals(Optional.of(address), MetricsAddress.read(folder));
        assertEquals("http://127.0.0.1:4711/metrics", address.uri().toString());
        assertTrue(address.isAlive());
        MetricsAddress.remove(folder);
        assertEquals(Optional.empty(), MetricsAddress.read(folder));
        MetricsAddress.remove(folder);
    }

    @Test
    void oneThatOthersCanReadIsReplacedNotFilled() throws Exception {
        Files.writeString(folder.resolve(NAME), "{}");
        Files.writeString(folder.resolve(NAME + ".creating"), "torn");
        MetricsAddress.ofThisProcess(1, "t").write(folder);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(NAME))));
        assertEquals(List.of(NAME), names());
    }

    @Test
    void aDeadProcessAndANumberGivenAwayAreRecognised() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        String started = other.info().startInstant().orElseThrow().toString();
        MetricsAddress address = new MetricsAddress(1, "t", other.pid(), started);
        assertTrue(address.isAlive());
        assertFalse(new MetricsAddress(1, "t", other.pid(), "2001-01-01T00:00:00Z").isAlive());
        other.destroyForcibly().waitFor();
        assertFalse(address.isAlive());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.org:80/metrics",
                "http://127.0.0.1.example.org:80/metrics",
                "http://127.0.0.1@example.org:80/metrics",
                "http://user@127.0.0.1:80/metrics",
                "http://localhost:80/metrics",
                "http://[::1]:80/metrics",
                "https://127.0.0.1:80/metrics",
                "http://127.0.0.1/metrics",
                "http://127.0.0.1:0/metrics",
                "http://127.0.0.1:65536/metrics",
                "http://127.0.0.1:80/metrics?a=b",
                "http://127.0.0.1:80/other",
                "file:///etc/passwd",
                "not an address",
                ""
            })
    void anAddressElsewhereIsRefused(String url) throws Exception {
        write("{\"url\":\"" + url + "\",\"token\":\"t\",\"pid\":1,\"process_started\":\"x\"}");
        IOException refused = assertThrows(IOException.class, () -> MetricsAddress.read(folder));
        assertTrue(refused.getMessage().contains("expected http://127.0.0.1:PORT/metrics"), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\\r\\nHost: other", "\\u00e9"})
    void whatIsNoTokenIsRefused(String token) throws Exception {
        write("{\"url\":\"http://127.0.0.1:80/metrics\",\"token\":\"" + token + "\"}");
        assertThrows(IOException.class, () -> MetricsAddress.read(folder));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "\u0000"})
    void whatIsNoSuchFileIsRefused(String content) throws Exception {
        write(content);
        assertThrows(IOException.class, () -> MetricsAddress.read(folder));
    }

    @Test
    void linksAreNotFollowed() throws Exception {
        Path elsewhere = folder.resolve("elsewhere");
        MetricsAddress.ofThisProcess(1, "t").write(Files.createDirectory(elsewhere));
        Files.createSymbolicLink(folder.resolve(NAME), elsewhere.resolve(NAME));
        assertEquals(Optional.empty(), MetricsAddress.read(folder));
    }

    private void write(String content) throws IOException {
        Files.writeString(folder.resolve(NAME), content);
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
