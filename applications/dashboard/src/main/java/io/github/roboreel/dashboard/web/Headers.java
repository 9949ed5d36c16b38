package io.github.roboreel.dashboard.web;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** Headers that every answer carries. */
final class Headers {
    static final String NO_STORE = "no-store";

    private final String contentSecurityPolicy;

    /**
     * Headers of a page.
     *
     * @param importMapHash {@code sha256-...} of the only script inside the page
     */
    Headers(String importMapHash) {
        contentSecurityPolicy = "default-src 'none'; script-src 'self' '" + importMapHash + "'; style-src 'self'; "
                + "img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'";
    }

    void putInto(HttpFields.Mutable fields) {
        fields.put("Content-Security-Policy", contentSecurityPolicy);
        fields.put("X-Content-Type-Options", "nosniff");
        fields.put("Referrer-Policy", "no-referrer");
        fields.put("Cross-Origin-Resource-Policy", "same-origin");
        fields.put("Cross-Origin-Opener-Policy", "same-origin");
        fields.put(HttpHeader.CACHE_CONTROL, NO_STORE);
    }
}
