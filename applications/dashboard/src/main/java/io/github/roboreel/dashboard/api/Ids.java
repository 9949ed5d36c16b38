package io.github.roboreel.dashboard.api;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Opaque ids for addresses: a client's text is looked up, never made a path. */
public final class Ids {
    private static final int LENGTH = 12;

    private Ids() {}

    /**
     * Id of what these parts name together.
     *
     * @param parts a real path first, then names below it
     */
    public static String of(String... parts) {
        return Base64.getUrlEncoder().encodeToString(digest(parts)).substring(0, LENGTH);
    }

    /** The {@link #key} of their id. */
    public static long keyOf(String... parts) {
        return ByteBuffer.wrap(digest(parts)).getLong();
    }

    private static byte[] digest(String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Most of an id as a number, to find it by; any number for a text that is no id. */
    public static long key(String id) {
        try {
            return id.length() == LENGTH
                    ? ByteBuffer.wrap(Base64.getUrlDecoder().decode(id)).getLong()
                    : 0;
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }
}
