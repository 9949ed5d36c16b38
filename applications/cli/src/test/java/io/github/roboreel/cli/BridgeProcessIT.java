package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.Recordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon as a process, and a client in C that knows its protocol only. */
class BridgeProcessIT {
    private static final int LIMIT_SECONDS = 120;
    private static final Path CLIENT = InProcess.HOME.resolve("conformance/bridge/client.c");

    @TempDir
    Path folder;

    private Path socket;

    @BeforeEach
    void makePrivate() throws IOException {
        Path own = Files.createDirectory(
                folder.resolve("socket"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        socket = own.resolve("s");
    }

    private static String run(Path inside, String... command) throws Exception {
        Path printed = Files.createTempFile(inside, "printed", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), () -> "still running: " + List.of(command));
        } finally {
            process.destroyForcibly();
        }
        assertEquals(0, process.exitValue(), Files.readString(printed));
        return Files.readString(printed);
    }

    private JsonNode ready(ChildJvm daemon) throws Exception {
        while (!daemon.out().endsWith("\n")) {
            assertTrue(daemon.isAlive(), daemon.err());
            Thread.sleep(10);
        }
        return FormatJson.read(daemon.out());
    }

    @Test
    void clientInC_records_andTheDaemonEndsByItself() throws Exception {
        Path program = folder.resolve("client");
        run(
                folder,
                "gcc",
                "-std=c11",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-O1",
                "-o",
                program.toString(),
                CLIENT.toString());
        ChildJvm daemon = ChildJvm.start(folder, "bridge", "--socket", socket.toString(), "--linger", "0");
        JsonNode ready = ready(daemon);
        assertTrue(ready.path("ready").asBoolean());
        assertEquals(socket.toString(), ready.path("socket").asText());
        assertEquals(daemon.pid(), ready.path("pid").asLong());
        assertEquals(1, ready.path("protocol").asInt());
        Path output = folder.resolve("output");
        int steps = 1_000;
        String closed = run(folder, program.toString(), socket.toString(), output.toString(), String.valueOf(steps));
        assertEquals("[0]", FormatJson.read(closed).path("runs").toString(), closed);
        assertEquals(0, daemon.exitCode(LIMIT_SECONDS), daemon.err());
        assertFalse(Files.exists(socket), "the socket is removed");
        assertEquals(1, daemon.out().lines().count(), daemon.out());
        try (Recordings recordings = Recordings.open(output)) {
            float[] expected = new float[3 * steps];
            List<Long> counts = new ArrayList<>();
            for (int i = 0; i < steps; i++) {
                counts.add(7L * i);
                for (int k = 0; k < 3; k++) {
                    expected[3 * i + k] = i + k / 4.0f;
                }
            }
            assertArrayEquals(expected, recordings.episode(0).read("actions").floats());
            assertArrayEquals(
                    counts.stream().mapToLong(Long::longValue).toArray(),
                    recordings.episode(0).read("obs/count").longs());
            assertEquals(true, recordings.episode(0).facts().success().orElseThrow());
            assertEquals(0.01, recordings.episode(0).facts().dtSeconds());
        }
        assertEquals(0, ChildJvm.run(folder, "check", output.toString()).exitCode());
    }

    @Test
    void userWithoutAName_asInAContainer_mayListen() throws Exception {
        ChildJvm daemon = ChildJvm.startWith(folder, List.of("-Duser.name=?"), "bridge", "--socket", socket.toString());
        try {
            assertTrue(ready(daemon).path("ready").asBoolean());
        } finally {
            daemon.kill();
        }
    }

    @Test
    void socket_inAFolderForOthers_isRefused() throws Exception {
        Files.setPosixFilePermissions(socket.getParent(), PosixFilePermissions.fromString("rwxr-x---"));
        ChildJvm daemon = ChildJvm.run(folder, "bridge", "--socket", socket.toString());
        assertEquals(2, daemon.exitCode(), daemon.err());
        assertTrue(daemon.err().contains("give the socket a folder of your own with mode 0700"), daemon.err());
        assertEquals("", daemon.out());
    }

    @Test
    void socket_thatIsThere_isNotTakenOver() throws Exception {
        Files.writeString(socket, "mine");
        ChildJvm daemon = ChildJvm.run(folder, "bridge", "--socket", socket.toString());
        assertEquals(1, daemon.exitCode(), daemon.err());
        assertTrue(daemon.err().contains(socket + " cannot be listened at"), daemon.err());
        assertEquals("mine", Files.readString(socket));
    }
}
