package io.github.roboreel.dashboard.health;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a recorder shows its meters, as it writes it into its output folder for its own user only. Immutable.
 *
 * @param port on 127.0.0.1
 * @param token that a request must bear
 * @param pid of the recorder's process
 * @param processStarted when that process began, in ISO 8601; a number may be given to another process later
 */
public record MetricsAddress(int port, String token, long pid, String processStarted) {
    private static final int MAX_BYTES = 4096;
    private static final String HOST = "127.0.0.1";
    private static final String UNKNOWN = "unknown";

    /** Of an endpoint of this process. */
    public static MetricsAddress ofThisProcess(int port, String token) {
        ProcessHandle process = ProcessHandle.current();
        return new MetricsAddress(port, token, process.pid(), started(process));
    }

    private static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse(UNKNOWN);
    }

    /** Address of the meters; always of this machine. */
    public URI uri() {
        return URI.create("http://" + HOST + ":" + port + Exposition.PATH);
    }

    /** Whether the process that wrote it is alive; after a crash the file stays. */
    public boolean isAlive() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(process -> started(process).equals(processStarted))
                .orElse(false);
    }

    /**
     * Writes it, readable by the owner only, in the place of one that a crash has left.
     *
     * @param folder the output folder, whose lock this process holds
     * @throws IOException when it cannot be written
     */
    public void write(Path folder) throws IOException {
        Path file = file(folder);
        Path unfinished = file.resolveSibling(file.getFileName() + RunFolder.CREATING_SUFFIX);
        Files.deleteIfExists(unfinished);
        Files.createFile(
                unfinished, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(unfinished, FormatJson.utf8(json()), StandardOpenOption.WRITE);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private String json() {
        JsonFields values = new JsonFields()
                .with("url", uri().toString())
                .with("token", token)
                .with("pid", pid)
                .with("process_started", processStarted);
        return FormatJson.text(values) + "\n";
    }

    /** Removes the file of an output folder, if there is one. */
    public static void remove(Path folder) throws IOException {
        Files.deleteIfExists(file(folder));
    }

    /**
     * Reads the file of an output folder.
     *
     * @return empty when there is none
     * @throws IOException when it is not such a file, or names another machine
     */
    public static Optional<MetricsAddress> read(Path folder) throws IOException {
        Path file = file(folder);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(of(FormatJson.read(in.readNBytes(MAX_BYTES)), file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static MetricsAddress of(JsonNode json, Path file) throws IOException {
        URI uri = uri(json.path("url").asText(), file);
        String token = json.path("token").asText();
        if (!token.matches("[A-Za-z0-9._~+/=-]{1,512}")) {
            throw new IOException(file + " holds no token; expected what record --metrics-port writes");
        }
        return new MetricsAddress(
                uri.getPort(),
                token,
                json.path("pid").asLong(-1),
                json.path("process_started").asText(UNKNOWN));
    }

    /** A file that another program made must not send a token, or a request, to another machine. */
    private static URI uri(String url, Path file) throws IOException {
        try {
            URI uri = URI.create(url);
            boolean isOurs = "http".equals(uri.getScheme())
                    && HOST.equals(uri.getHost())
                    && uri.getPort() > 0
                    && uri.getPort() <= 0xFFFF
                    && uri.getUserInfo() == null
                    && uri.toString().equals("http://" + HOST + ":" + uri.getPort() + Exposition.PATH);
            if (isOurs) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Refused below, like an address elsewhere.
        }
        throw new IOException(
                Sentence.of("%s names the address %s; expected http://%s:PORT%s", file, url, HOST, Exposition.PATH));
    }

    private static Path file(Path folder) {
        return folder.resolve(RunFolder.RECORDER_METRICS);
    }
}
