package io.github.roboreel.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

/** {@code uploaded.jsonl} as a listener that has taken files leaves it. */
final class Uploads {
    private Uploads() {}

    /** Notes that a listener took a file of a recording long ago. */
    static void mark(Path take, String file) throws Exception {
        Path taken = take.resolve(file);
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(taken));
        String line = new ObjectMapper()
                .createObjectNode()
                .put("file", file)
                .put("bytes", Files.size(taken))
                .put("sha256", HexFormat.of().formatHex(hash))
                .put("listener", "bucket")
                .put("time", "2026-01-01T00:00:00Z")
                .toString();
        Files.writeString(
                take.resolve("uploaded.jsonl"), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
