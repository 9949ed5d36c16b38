package io.github.roboreel.dashboard.web;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dashboard.web.RawClient.Reply;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebServerTest {
    private static final String BROWSER = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private Path video;
    private TestServer server;
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        video = folder.toRealPath().resolve("video.mp4");
        Files.writeString(video, "0123456789");
        Files.setLastModifiedTime(video, FileTime.from(LONG_AGO));
        server = new TestServer(video, Duration.ofSeconds(60), Optional.of(URI.create("https://Lab.example:8443")));
        client = server.client;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Reply get(String path, String... more) throws IOException {
        String[] headers = new String[more.length + 1];
        headers[0] = server.bearer();
        System.arraycopy(more, 0, headers, 1, more.length);
        return client.ask("GET", path, headers);
    }

    @Test
    void theTokenIsExchangedForACookieThatOpensThePage() throws IOException {
        Reply exchanged = client.ask("GET", "/?token=" + server.server.token());

        assertEquals(302, exchanged.status());
        assertEquals("/", exchanged.header("location"));
        String cookie = exchanged.header("set-cookie");
        assertTrue(cookie.startsWith("roboreel-" + client.port() + "="), cookie);
        assertTrue(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict"), cookie);
        assertTrue(cookie.contains("; Path=/") && !cookie.contains("Secure"), cookie);
        Reply page = client.ask("GET", "/", "Cookie: " + cookie.replaceFirst(";.*", ""));
        assertEquals(200, page.status());
        assertTrue(page.text().contains("<div id=\"app\">"), page.text());
        assertFalse(page.text().contains(server.server.token()));
    }

    @Test
    void link_withATokenToAnyPage_signsInAndLeadsThere() throws IOException {
        String token = server.server.token();

        Reply page = client.ask("GET", "/episodes/ab-1?step=3&token=" + token + "&field=a", BROWSER);
        assertEquals(302, page.status());
        assertEquals("/#/episodes/ab-1?step=3&field=a", page.header("location"));
        assertTrue(page.header("set-cookie").startsWith("roboreel-"));
        Reply from = client.ask("GET", "/anything?a=%3C\"&token=" + token, BROWSER, "Sec-Fetch-Site: cross-site");
        assertEquals(200, from.status());
        assertTrue(from.text().contains("url=/#/anything?a=%3C&quot;\""), from.text());

        Reply encoded = client.ask("GET", "/episodes/ab-1?%74oken=" + token, BROWSER);
        assertEquals("/#/episodes/ab-1", encoded.header("location"));
        assertEquals(
                "/#/metrics?by=policy",
                client.ask("GET", "/metrics?by=policy&token=" + token, BROWSER).header("location"));

        Reply wrong = client.ask("GET", "/episodes/ab-1?token=wrong", BROWSER);
        assertEquals(401, wrong.status());
        assertEquals("text/html; charset=utf-8", wrong.header("content-type"));
        assertTrue(wrong.text().contains("<p>This token is not, or no longer, the right one;"), wrong.text());
        assertEquals("", wrong.header("set-cookie"));
        assertEquals(
                401,
                client.ask("GET", "/anything?token=" + token, "Accept: */*").status());
    }

    /**
     * The browser keeps the cookie back, or the server refuses another site's request; the page is led to all the same.
     */
    @ParameterizedTest
    @ValueSource(strings = {"same-site", "cross-site"})
    void link_ofAnotherSiteWithoutAToken_leadsToItsPage(String site) throws IOException {
        Reply from = client.ask("GET", "/recording/ab-1?tab=runs", BROWSER, "Sec-Fetch-Site: " + site);
        assertEquals(200, from.status());
        assertTrue(from.text().contains("url=/#/recording/ab-1?tab=runs\""), from.text());
        assertEquals("", from.header("set-cookie"));
        assertEquals(
                403,
                get("/api/v1/recordings", BROWSER, "Sec-Fetch-Site: " + site).status());
    }

    @Test
    void unknownPath_ofABrowser_isAPageAndOfAProgramJson() throws IOException {
        Reply page = get("/recording/ab-1?tab=runs", BROWSER);
        assertEquals(302, page.status());
        assertEquals("/#/recording/ab-1?tab=runs", page.header("location"));

        for (String path : List.of("/api/v1/nothing", "/assets/nothing.js")) {
            Reply absent = get(path, BROWSER);
            assertEquals(404, absent.status());
            assertEquals("text/html; charset=utf-8", absent.header("content-type"));
            assertTrue(
                    absent.text()
                                    .contains(
                                            "<p>There is nothing at this address; go back to the list of recordings.</p>")
                            && absent.text().contains("<a href=\"/\">"),
                    absent.text());
        }
        for (String accepts : List.of("Accept: */*", "Accept: application/json, text/html;q=0.5")) {
            Reply absent = get("/recording/ab-1", accepts);
            assertEquals(404, absent.status());
            assertEquals("application/problem+json", absent.header("content-type"));
        }
        Reply closed = client.ask("GET", "/recording/ab-1", BROWSER);
        assertEquals(401, closed.status());
        assertTrue(closed.text().contains("open the address with its token again"), closed.text());
    }

    @Test
    void aTokenHas192BitsAndIsNewAtEachStart() {
        String token = server.server.token();
        assertEquals(24, Base64.getUrlDecoder().decode(token).length);
        try (TestServer other = new TestServer(video, Duration.ofSeconds(60), Optional.empty())) {
            assertNotEquals(token, other.server.token());
        }
    }

    @Test
    void aLinkOnAnotherSiteLeadsToThePageAsWell() throws IOException {
        Reply onward = client.ask("GET", "/?token=" + server.server.token(), "Sec-Fetch-Site: cross-site");

        assertEquals(200, onward.status());
        assertTrue(onward.header("set-cookie").startsWith("roboreel-"));
        assertTrue(onward.text().contains("content=\"0; url=/\""), onward.text());
    }

    @Test
    void thePublicAddressIsKnownAndItsCookieEncrypted() throws IOException {
        String token = server.server.token();
        Reply exchanged = client.send(
                "GET /?token=" + token + " HTTP/1.1\r\nHost: lab.example:8443\r\nConnection: close\r\n\r\n");
        assertEquals(302, exchanged.status());
        assertTrue(exchanged.header("set-cookie").contains("; Secure"), exchanged.header("set-cookie"));

        Reply written = client.send("PUT /api/v1/notes/a HTTP/1.1\r\nHost: lab.example:8443\r\nConnection: close\r\n"
                + "Origin: https://lab.example:8443\r\n" + server.cookie()
                + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
        assertEquals(200, written.status());
    }

    @Test
    void everyAnswerCarriesTheHeadersThatProtectThePage() throws IOException {
        for (String path : List.of("/", "/assets/app.js", "/api/v1/echo", "/nothing", "/api/v1/video", "/metrics")) {
            Reply reply = get(path);
            String policy = reply.header("content-security-policy");
            assertTrue(policy.startsWith("default-src 'none'; script-src 'self' 'sha256-"), policy);
            assertTrue(policy.contains("style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
                    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"));
            assertFalse(policy.contains("unsafe"), policy);
            assertEquals("nosniff", reply.header("x-content-type-options"));
            assertEquals("no-referrer", reply.header("referrer-policy"));
            assertEquals("same-origin", reply.header("cross-origin-resource-policy"));
            assertEquals("same-origin", reply.header("cross-origin-opener-policy"));
            assertFalse(reply.headers().containsKey("server"));
        }
        assertEquals("no-store", get("/api/v1/echo").header("cache-control"));
        assertEquals("no-store", get("/api/v1/video").header("cache-control"));
    }

    @Test
    void theOnlyScriptInsideThePageIsTheImportMapOfThePolicy() throws Exception {
        Reply page = get("/");
        Matcher inline = Pattern.compile("<script(?![^>]*src=)[^>]*>(.*?)</script>", Pattern.DOTALL)
                .matcher(page.text());
        assertTrue(inline.find());
        byte[] hash =
                MessageDigest.getInstance("SHA-256").digest(inline.group(1).getBytes(StandardCharsets.UTF_8));
        String policy = page.header("content-security-policy");
        assertTrue(policy.contains("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'"), policy);
        assertFalse(inline.find());
        Matcher imported = Pattern.compile("\"(/(?:assets|webjars)/[^\"]+)\"").matcher(page.text());
        int found = 0;
        while (imported.find()) {
            assertEquals(200, get(imported.group(1)).status(), imported.group(1));
            found++;
        }
        assertTrue(found >= 7, page.text());
    }

    @Test
    void filesOfThePageHaveTypesAndAreAskedForOnlyWhenTheyChanged() throws IOException {
        Reply script = get("/assets/app.js");
        assertEquals("text/javascript; charset=utf-8", script.header("content-type"));
        assertEquals("private, no-cache", script.header("cache-control"));
        assertEquals(
                304,
                get("/assets/app.js", "If-None-Match: " + script.header("etag")).status());
        assertEquals(200, get("/assets/app.js", "If-None-Match: \"other\"").status());
        assertEquals("text/css; charset=utf-8", get("/assets/style/base.css").header("content-type"));
        Reply preact = get("/webjars/preact/10.28.0/dist/preact.module.js");
        assertEquals("private, max-age=31536000, immutable", preact.header("cache-control"));
    }

    @Test
    void documentsAreInSnakeCaseAndHaveNoNumberThatJsonHasNot() throws IOException {
        Reply reply = get("/api/v1/record");

        assertEquals("application/json", reply.header("content-type"));
        assertEquals("{\"num_samples\":2,\"success_rate\":null,\"run_index\":null}", reply.text());
        assertEquals(
                304,
                get("/api/v1/record", "If-None-Match: W/" + reply.header("etag"))
                        .status());
        Reply head = client.ask("HEAD", "/api/v1/record", server.bearer());
        assertEquals(200, head.status());
        assertEquals(Integer.toString(reply.body().length), head.header("content-length"));
    }

    @Test
    void parametersComeInOrderAndSecretsDoNotReachEndpoints() throws IOException {
        assertEquals(
                "{\"b\":[\"2\",\"é <\"],\"a\":[\"\"]}",
                get("/api/v1/echo?b=2&a=&b=%C3%A9+%3C").text());
        assertFalse(get("/api/v1/headers", server.cookie()).text().contains(server.server.token()));
    }

    @Test
    void longTextIsCompressedForThoseWhoTakeIt() throws IOException {
        Reply packed = get("/api/v1/long", "Accept-Encoding: br, gzip;q=0.5");

        assertEquals("gzip", packed.header("content-encoding"));
        assertTrue(packed.body().length < 1000, "it is " + packed.body().length + " bytes");
        byte[] text = new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes();
        assertEquals("0123456789".repeat(1000), new String(text, StandardCharsets.UTF_8));
        assertEquals("Accept-Encoding", packed.header("vary"));
        assertEquals("rows;dur=1", packed.header("server-timing"));
        assertEquals("", get("/api/v1/long", "Accept-Encoding: gzip;q=0").header("content-encoding"));
        assertEquals(10_000, get("/api/v1/long").body().length);
    }

    @Test
    void slowRequestsLeaveThreadsForTheOthers() throws IOException {
        String request = "GET /api/v1/slow HTTP/1.1\r\nHost: " + client.host() + "\r\n" + server.bearer()
                + "\r\nConnection: close\r\n\r\n";
        List<Socket> slow = new ArrayList<>();
        try {
            // One more than there are places: connections are not served in the order in which they were made.
            for (int i = 0; i <= SlowAnswers.MAX_TURNS + SlowAnswers.MAX_WAITING; i++) {
                slow.add(client.connect());
                slow.get(i).getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            }
            server.begun.acquireUninterruptibly(SlowAnswers.MAX_TURNS);

            assertEquals(200, client.ask("GET", "/health").status());
            assertEquals(200, get("/api/v1/echo").status());
            assertEquals(200, get("/metrics").status());
            Reply refused = RawClient.read(firstAnswered(slow).getInputStream(), true);
            assertEquals(503, refused.status());
            assertEquals("application/problem+json", refused.header("content-type"));
            assertEquals("5", refused.header("retry-after"));
            assertTrue(refused.text().contains("ask again"), refused.text());
            assertEquals(0, server.begun.availablePermits());
        } finally {
            server.mayEnd.release(100);
            for (Socket socket : slow) {
                socket.close();
            }
        }
        assertEquals("slow", slowOnceThereIsAPlace().text());
    }

    private static Socket firstAnswered(List<Socket> sockets) throws IOException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < giveUp) {
            for (Socket socket : sockets) {
                if (socket.getInputStream().available() > 0) {
                    return socket;
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        throw new AssertionError("no request was answered");
    }

    /** A turn is given back a moment after its client has gone. */
    private Reply slowOnceThereIsAPlace() throws IOException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        Reply reply = get("/api/v1/slow");
        while (reply.status() == 503 && System.nanoTime() < giveUp) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            reply = get("/api/v1/slow");
        }
        return reply;
    }

    @Test
    void aClassThatIsGoneIsOneSentence() throws IOException {
        Reply reply = get("/api/v1/unlinked");

        assertEquals(500, reply.status());
        assertEquals("application/problem+json", reply.header("content-type"));
        assertTrue(
                reply.text().contains("gone/After), as after an upgrade or rebuild; start roboreel serve"),
                reply.text());
    }

    @Test
    void refusalsAreOneSentence() throws IOException {
        Reply reply = get("/api/v1/refused");

        assertEquals(400, reply.status());
        assertEquals(
                "{\"status\":400,\"title\":\"Bad Request\",\"detail\":\"width is 0; expected more\"}", reply.text());
        assertEquals(
                "GET, HEAD", client.ask("POST", "/api/v1/echo", server.bearer()).header("allow"));
    }

    @Test
    void whatIsTooLongForAnAddressIsAskedForInABody() throws IOException {
        List<String> ids =
                IntStream.range(0, 1000).mapToObj(i -> "recording-" + i).toList();
        String[] headers = {server.bearer(), "Content-Type: application/json"};
        String body = FormatJson.text(Map.of("recording", ids));

        Reply reply = client.askWithBody("POST", "/api/v1/question?recording=first", body, headers);

        JsonNode given = FormatJson.read(reply.text()).path("recording");
        assertEquals(1001, given.size());
        assertEquals("first", given.get(0).asText());
        assertEquals("recording-999", given.get(1000).asText());
        assertEquals(
                "{\"limit\":[\"1\"],\"pool\":[\"true\"],\"sort\":[]}",
                client.askWithBody("POST", "/api/v1/question", "{\"limit\":1,\"pool\":true,\"sort\":null}", headers)
                        .text());
        assertEquals("{\"a\":[\"b\"]}", get("/api/v1/question?a=b").text());
        for (String none : List.of("[]", "{\"a\":{}}", "{\"a\":[[]]}", "1")) {
            Reply refused = client.askWithBody("POST", "/api/v1/question", none, headers);
            assertEquals(400, refused.status());
            assertTrue(refused.text().contains("no JSON object of parameters"), refused.text());
        }
    }

    @Test
    void aBodyIsReadAndAVersionAnswered() throws IOException {
        Reply reply = client.askWithBody(
                "PUT", "/api/v1/notes/a", "{\"note\":\"ü\"}", server.bearer(), "Content-Type: application/json; a=b");
        assertEquals("{\"note\":\"ü\"}", reply.text());
        assertEquals("\"7\"", reply.header("etag"));
        Reply broken = client.askWithBody(
                "PUT", "/api/v1/notes/a", "{\"note\":", server.bearer(), "Content-Type: application/json");
        assertEquals(400, broken.status());
        assertTrue(broken.text().contains("no JSON"), broken.text());
    }

    @Test
    void aTableIsStreamedUnderAHarmlessName() throws IOException {
        Reply reply = get("/api/v1/lines");

        assertEquals("a\nb\n", reply.text());
        assertEquals("attachment; filename=\"a_b___.csv\"", reply.header("content-disposition"));
    }

    @Test
    void aTableThatCannotBeMadeIsNeverAWholeOne() throws Exception {
        Reply reply = get("/api/v1/torn");
        assertEquals(500, reply.status());
        assertTrue(reply.text().contains("the run file is damaged"), reply.text());
        assertEquals("", reply.header("content-disposition"));
        assertEquals("nosniff", reply.header("x-content-type-options"));

        URI torn = URI.create("http://" + client.host() + "/api/v1/torn?bytes=100000");
        HttpRequest request = HttpRequest.newBuilder(torn)
                .header("Authorization", "Bearer " + server.server.token())
                .build();
        assertThrows(IOException.class, () -> HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray()));
    }

    @Test
    void aFileIsServedInRanges() throws IOException {
        Reply whole = get("/api/v1/video");
        assertEquals("0123456789", whole.text());
        assertEquals("bytes", whole.header("accept-ranges"));
        assertEquals("video/mp4", whole.header("content-type"));
        Reply head = client.ask("HEAD", "/api/v1/video", server.bearer());
        assertEquals("10", head.header("content-length"));

        Reply middle = get("/api/v1/video", "Range: bytes=2-4");
        assertEquals(206, middle.status());
        assertEquals("234", middle.text());
        assertEquals("bytes 2-4/10", middle.header("content-range"));
        assertEquals("789", get("/api/v1/video", "Range: bytes=-3").text());
        assertEquals("789", get("/api/v1/video", "Range: bytes=7-").text());
        assertEquals("0123456789", get("/api/v1/video", "Range: bytes=-30").text());

        Reply behind = get("/api/v1/video", "Range: bytes=10-");
        assertEquals(416, behind.status());
        assertEquals("bytes */10", behind.header("content-range"));
        assertEquals(
                304,
                get("/api/v1/video", "If-None-Match: " + whole.header("etag")).status());
    }

    @Test
    void aRangeOfAnotherVersionIsTheWholeFile() throws IOException {
        String etag = get("/api/v1/video").header("etag");

        assertEquals(
                "2",
                get("/api/v1/video", "Range: bytes=2-2", "If-Range: " + etag).text());
        Reply other = get("/api/v1/video", "Range: bytes=2-2", "If-Range: \"other\"");
        assertEquals(200, other.status());
        assertEquals("0123456789", other.text());
    }

    @Test
    void aFileThatGrowsHasNoVersionAndShowsItsNewestBytes() throws IOException {
        Files.writeString(video, "0123456789ab");

        Reply grown = get("/api/v1/video", "Range: bytes=10-");
        assertEquals("ab", grown.text());
        assertEquals("bytes 10-11/12", grown.header("content-range"));
        assertFalse(grown.headers().containsKey("etag"));
        assertEquals(416, get("/api/v1/video", "Range: bytes=12-").status());
    }

    @Test
    void aLargeFileArrivesWhole() throws IOException {
        byte[] bytes = new byte[3_000_001];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 >> 3);
        }
        Files.write(video, bytes);

        assertArrayEquals(bytes, get("/api/v1/video").body());
    }

    @Test
    void aFileThatVanishedIsASentence() throws IOException {
        Files.delete(video);

        Reply reply = get("/api/v1/video");
        assertEquals(404, reply.status());
        assertTrue(reply.text().contains("is no longer there"), reply.text());
    }

    @Test
    void answersAreCountedByStatus() throws IOException, InterruptedException {
        get("/api/v1/echo");
        get("/nothing");

        // An answer is counted when its last byte has left, which the client may see before.
        List<Integer> counted = new ArrayList<>(
                List.of(server.answered.poll(20, TimeUnit.SECONDS), server.answered.poll(20, TimeUnit.SECONDS)));
        Collections.sort(counted);
        assertEquals(List.of(200, 404), counted);
    }

    @Test
    void aPortThatIsTakenIsASentence() {
        WebSettings same = new WebSettings(
                "127.0.0.1",
                List.of(client.port()),
                Optional.empty(),
                List.of(),
                WebSettings.IDLE,
                WebSettings.UNKNOWN);
        Routes none = new Routes(List.of(), List.of(), List.of());

        RoboReelException refused =
                assertThrows(RoboReelException.class, () -> WebServer.start(same, none, (status, duration) -> {}));
        assertTrue(refused.getMessage().contains("port " + client.port()), refused.getMessage());
        assertTrue(refused.getMessage().contains("Address already in use"), refused.getMessage());
        WebSettings another = new WebSettings(
                "127.0.0.1",
                List.of(client.port(), 0),
                Optional.empty(),
                List.of(),
                WebSettings.IDLE,
                WebSettings.UNKNOWN);
        try (WebServer free = WebServer.start(another, none, (status, duration) -> {})) {
            assertNotEquals(client.port(), free.address().getPort());
        }
    }
}
