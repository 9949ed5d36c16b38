package io.github.roboreel.dashboard.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** Secret that admits a client, new at each start: 192 random bits. Immutable; its text is not in {@link #toString}. */
final class Token {
    private static final int BYTES = 24;

    private final String text;

    private Token(String text) {
        this.text = text;
    }

    static Token random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    String text() {
        return text;
    }

    /** Whether that is it; takes as long for a wrong beginning as for a wrong end. */
    boolean matches(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Token";
    }
}
