package io.github.roboreel.dashboard.web;

import io.github.roboreel.dashboard.web.Problems.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** Decision who is let in. Immutable. */
final class Gate {
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final String SITE = "Sec-Fetch-Site";
    private static final String BEARER = "bearer ";

    private final Token token;
    private final Origins origins;
    private final String cookieName;

    Gate(Token token, Origins origins, int port) {
        this.token = token;
        this.origins = origins;
        // Browsers send cookies to all ports of a host.
        this.cookieName = "roboreel-" + port;
    }

    /** Why a request is not for this server at all; empty when it is. */
    Optional<Problem> foreign(Request request) {
        List<String> hosts = request.getHeaders().getValuesList(HttpHeader.HOST);
        boolean isKnown =
                hosts.size() == 1 && origins.authorities().contains(hosts.get(0).toLowerCase(Locale.ROOT));
        String asked = request.getHttpURI().getAuthority();
        boolean isSame = asked == null || origins.authorities().contains(asked.toLowerCase(Locale.ROOT));
        return isKnown && isSame
                ? Optional.empty()
                : Optional.of(new Problem(
                        421,
                        "this host is not known here; open the address that roboreel serve printed, or give"
                                + " --public-url to it"));
    }

    /** Why a request is not let in; empty when it is. */
    Optional<Problem> refusal(Request request) {
        boolean isBearer = hasBearer(request.getHeaders());
        if (!isBearer && !hasCookie(request)) {
            return Optional.of(new Problem(
                    401,
                    "this dashboard is not open to everybody; open the address with its token again that"
                            + " roboreel serve printed"));
        }
        return isFromOwnPage(request, isBearer)
                ? Optional.empty()
                : Optional.of(new Problem(403, "another site's page sent this; use the dashboard's own"));
    }

    /** Whether a link on another site's page leads here. */
    boolean isFollowedFromElsewhere(Request request) {
        String site = request.getHeaders().get(SITE);
        return site != null && !site.equals("none") && !site.equals("same-origin");
    }

    boolean matches(String given) {
        return token.matches(given);
    }

    /** The cookie that a browser gets for the token. */
    HttpCookie cookie(Request request) {
        String host = request.getHeaders().get(HttpHeader.HOST);
        boolean isEncrypted = origins.origins().contains("https://" + host.toLowerCase(Locale.ROOT));
        return HttpCookie.build(cookieName, token.text())
                .httpOnly(true)
                .sameSite(HttpCookie.SameSite.STRICT)
                .secure(isEncrypted)
                .path("/")
                .build();
    }

    private boolean hasBearer(HttpFields fields) {
        String given = fields.get(HttpHeader.AUTHORIZATION);
        return given != null
                && given.toLowerCase(Locale.ROOT).startsWith(BEARER)
                && token.matches(given.substring(BEARER.length()).strip());
    }

    private boolean hasCookie(Request request) {
        return Request.getCookies(request).stream()
                .anyMatch(cookie -> cookie.getName().equals(cookieName) && token.matches(cookie.getValue()));
    }

    /** Other ports of this machine are the same site to a browser, which sends them the cookie, too. */
    private boolean isFromOwnPage(Request request, boolean isBearer) {
        HttpField origin = request.getHeaders().getField(HttpHeader.ORIGIN);
        String site = request.getHeaders().get(SITE);
        boolean isForeign = origin != null && !origins.origins().contains(origin.getValue());
        if (READING.contains(request.getMethod())) {
            boolean isOpened = "/".equals(request.getHttpURI().getPath());
            return !isForeign && (isOpened || site == null || site.equals("same-origin") || site.equals("none"));
        }
        boolean isKnown = origin != null || site != null || isBearer;
        return isKnown && !isForeign && (site == null || site.equals("same-origin"));
    }
}
