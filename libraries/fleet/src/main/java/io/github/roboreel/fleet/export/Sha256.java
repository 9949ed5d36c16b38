package io.github.roboreel.fleet.export;

import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java has. */
public final class Sha256 {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int NAME_CHARACTERS = 16;

    private final MessageDigest digest;

    /** Of nothing yet. */
    public Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    public Sha256 add(byte[] bytes) {
        digest.update(bytes);
        return this;
    }

    /** A text and an end, so that two texts are not one. */
    public Sha256 add(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        return this;
    }

    /** In hexadecimal; nothing more can be added. */
    public String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The beginning of it, enough for a name. */
    String name() {
        return hex().substring(0, NAME_CHARACTERS);
    }

    /** The first 64 and the next 64 bits. */
    long[] words() {
        ByteBuffer bytes = ByteBuffer.wrap(digest.digest());
        return new long[] {bytes.getLong(), bytes.getLong()};
    }

    /** Of all that is left of a stream, in hexadecimal. */
    static String of(InputStream in) throws IOException {
        Sha256 sha = new Sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            sha.digest.update(buffer, 0, count);
        }
        return sha.hex();
    }

    static String ofFile(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return of(in);
        }
    }

    /** Of what makes two episodes the same: actions and initial states, under their paths, in the file's order. */
    public static Sha256 ofContent(EpisodeReader reader) throws IOException {
        Sha256 sha = new Sha256();
        for (String path : reader.paths()) {
            boolean counts = path.equals(DemoPaths.ACTIONS)
                    || DemoPaths.isIn(DemoPaths.ACTIONS, path)
                    || DemoPaths.isIn(DemoPaths.INITIAL_STATE, path);
            if (counts) {
                sha.add(path);
                RowBlocks.each(reader, path, 0, reader.info(path).rows(), (rows, count) -> sha.add(rows));
            }
        }
        return sha;
    }
}
