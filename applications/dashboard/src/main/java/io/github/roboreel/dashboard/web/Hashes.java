package io.github.roboreel.dashboard.web;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** SHA-256 as headers write it. */
final class Hashes {
    private static final int ETAG_BYTES = 12;

    private Hashes() {}

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(sha256(bytes));
    }

    /** A strong ETag of these bytes, with its quotes. */
    static String etag(byte[] bytes) {
        return "\"" + HexFormat.of().formatHex(sha256(bytes), 0, ETAG_BYTES) + "\"";
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
