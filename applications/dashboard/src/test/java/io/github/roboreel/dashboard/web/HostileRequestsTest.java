package io.github.roboreel.dashboard.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dashboard.web.RawClient.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that no page of ours sends, over real connections. */
class HostileRequestsTest {
    @TempDir
    static Path folder;

    private static TestServer server;

    @BeforeAll
    static void start() throws IOException {
        Path file = folder.toRealPath().resolve("video.mp4");
        Files.writeString(file, "0123456789");
        Files.createSymbolicLink(file.resolveSibling("link.mp4"), Path.of("/etc/hostname"));
        server = new TestServer(file, Duration.ofSeconds(60), Optional.empty());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** In targets and headers: ~ a NUL, HOST the server, TOKEN its token, LONG 9,000 letters, ^ a line's end. */
    @ParameterizedTest(name = "{0} {1} [{2}] is {3}")
    @CsvSource(delimiter = '|', textBlock = """
            # who is let in
            GET     | /                             | Host: HOST                                      | 401
            GET     | /api/v1/echo                  | Host: HOST                                      | 401
            GET     | /metrics                      | Host: HOST                                      | 401
            GET     | /assets/app.js                | Host: HOST                                      | 401
            GET     | /health                       | Host: HOST                                      | 200
            GET     | /                             | Host: HOST^Authorization: Bearer                | 401
            GET     | /                             | Host: HOST^Authorization: Bearer wrong          | 401
            GET     | /                             | Host: HOST^Authorization: Basic TOKEN           | 401
            GET     | /                             | Host: HOST^Authorization: Bearer TOKENx         | 401
            GET     | /                             | Host: HOST^Authorization: Bearer TOKEN          | 200
            GET     | /                             | Host: HOST^Cookie: roboreel=TOKEN               | 401
            GET     | /                             | Host: HOST^Cookie: roboreel-1=TOKEN             | 401
            GET     | /                             | Host: HOST^Cookie: roboreel-PORT=               | 401
            GET     | /                             | Host: HOST^Cookie: a=b; roboreel-PORT=TOKEN     | 200
            GET     | /?token=wrong                 | Host: HOST                                      | 401
            GET     | /?token=                      | Host: HOST^Authorization: Bearer TOKEN          | 401
            GET     | /?token=TOKEN&token=TOKEN     | Host: HOST                                      | 401
            GET     | /?token=TOKEN                 | Host: HOST                                      | 302
            GET     | /?token=TOKEN                 | Host: HOST^Sec-Fetch-Site: cross-site           | 200
            GET     | /api/v1/echo?token=TOKEN      | Host: HOST                                      | 401
            # DNS rebinding
            GET     | /health                       | Host: evil.example                              | 421
            GET     | /?token=TOKEN                 | Host: evil.example:PORT                         | 421
            GET     | /                             | Host: 127.0.0.1:1^Authorization: Bearer TOKEN   | 421
            GET     | /                             | Host: 127.0.0.1^Authorization: Bearer TOKEN     | 421
            GET     | /                             | Host: localhost:PORT^Authorization: Bearer TOKEN| 200
            GET     | /                             | Host: LocalHost:PORT^Authorization: Bearer TOKEN| 200
            GET     | /                             | Host: [::1]:PORT^Authorization: Bearer TOKEN    | 200
            GET     | /                             | Host: localhost.evil.example:PORT               | 421
            GET     | /                             | Host: HOST^Host: evil.example                   | 400
            GET     | /                             | Accept: */*                                     | 400
            GET     | http://evil.example/          | Host: HOST^Authorization: Bearer TOKEN          | 400,421
            GET     | http://evil.example/health    | Host: evil.example                              | 421
            # other sites' pages
            GET     | /api/v1/echo | Host: HOST^COOKIE^Sec-Fetch-Site: cross-site                     | 403
            GET     | /api/v1/echo | Host: HOST^COOKIE^Sec-Fetch-Site: same-site                      | 403
            GET     | /api/v1/echo | Host: HOST^COOKIE^Sec-Fetch-Site: same-origin                    | 200
            GET     | /api/v1/echo | Host: HOST^COOKIE^Sec-Fetch-Site: none                           | 200
            GET     | /api/v1/echo | Host: HOST^COOKIE^Origin: http://evil.example                    | 403
            GET     | /            | Host: HOST^COOKIE^Sec-Fetch-Site: cross-site                     | 200
            PUT     | /api/v1/notes/a | Host: HOST^COOKIE^BODY                                        | 403
            PUT     | /api/v1/notes/a | Host: HOST^COOKIE^Origin: null^BODY                           | 403
            PUT     | /api/v1/notes/a | Host: HOST^COOKIE^Origin: http://127.0.0.1:1^BODY             | 403
            PUT     | /api/v1/notes/a | Host: HOST^COOKIE^Origin: https://HOST^BODY                   | 403
            PUT     | /api/v1/notes/a | Host: HOST^COOKIE^Sec-Fetch-Site: none^BODY                   | 403
            PUT     | /api/v1/notes/a | Host: HOST^COOKIE^Sec-Fetch-Site: same-site^BODY              | 403
            PUT     | /api/v1/notes/a | Host: HOST^COOKIE^Origin: http://HOST^BODY                    | 200
            PUT     | /api/v1/notes/a | Host: HOST^COOKIE^Sec-Fetch-Site: same-origin^BODY            | 200
            PUT     | /api/v1/notes/a | Host: HOST^Authorization: Bearer TOKEN^BODY                   | 200
            PUT     | /api/v1/notes/a | Host: HOST^BODY                                               | 401
            PUT     | /api/v1/notes/a | Host: HOST^Authorization: Bearer TOKEN^Content-Type: text/plain^Content-Length: 0 | 415
            PUT     | /api/v1/notes/a | Host: HOST^Authorization: Bearer TOKEN^Content-Length: 0      | 415
            POST    | /api/v1/question | Host: HOST^COOKIE^BODY                                       | 403
            POST    | /api/v1/question | Host: HOST^COOKIE^Sec-Fetch-Site: cross-site^BODY            | 403
            POST    | /api/v1/question | Host: HOST^COOKIE^Sec-Fetch-Site: same-origin^BODY           | 200
            POST    | /api/v1/question | Host: HOST^BODY                                              | 401
            POST    | /api/v1/question | Host: HOST^Authorization: Bearer TOKEN^Content-Type: text/plain^Content-Length: 0 | 415
            # methods
            DELETE  | /api/v1/notes/a               | Host: HOST^Authorization: Bearer TOKEN          | 405
            GET     | /api/v1/notes/a               | Host: HOST^Authorization: Bearer TOKEN          | 405
            POST    | /                             | Host: HOST^Authorization: Bearer TOKEN          | 405
            TRACE   | /                             | Host: HOST^Authorization: Bearer TOKEN          | 405
            OPTIONS | *                             | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            CONNECT | evil.example:80               | Host: HOST^Authorization: Bearer TOKEN          | 400,404,421
            G~T     | /                             | Host: HOST                                      | 400
            # paths
            GET     | /../../etc/passwd             | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets/../../../etc/passwd   | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets/%2e%2e/%2e%2e/passwd  | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets/..%2f..%2fpasswd      | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets/..%5c..%5cpasswd      | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets/..\\..\\passwd        | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets/%252e%252e/passwd     | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets/app.js%00.css         | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets/app.js~.css           | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets/app.js;a=b            | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets/%c0%ae%c0%ae/passwd   | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets/                      | Host: HOST^Authorization: Bearer TOKEN          | 404
            GET     | /assets                       | Host: HOST^Authorization: Bearer TOKEN          | 404
            GET     | /assets/Dashboard.class       | Host: HOST^Authorization: Bearer TOKEN          | 404
            GET     | /assets/WebServer.class       | Host: HOST^Authorization: Bearer TOKEN          | 404
            GET     | /webjars/../../MANIFEST.MF    | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | //assets/app.js               | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /assets//app.js               | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /./assets/app.js              | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /api/v1/names/                | Host: HOST^Authorization: Bearer TOKEN          | 404
            GET     | /api/v1/names/a/b             | Host: HOST^Authorization: Bearer TOKEN          | 404
            GET     | /api/v1/names/%61             | Host: HOST^Authorization: Bearer TOKEN          | 404
            GET     | /api/v1/names/..              | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            GET     | /api/v1/echo?a=%ff%           | Host: HOST^Authorization: Bearer TOKEN          | 400
            GET     | /api/v1/outside               | Host: HOST^Authorization: Bearer TOKEN          | 404
            GET     | /api/v1/link                  | Host: HOST^Authorization: Bearer TOKEN          | 404
            GET     | nonsense                      | Host: HOST^Authorization: Bearer TOKEN          | 400,404
            # limits
            GET     | /LONG                         | Host: HOST^Authorization: Bearer TOKEN          | 414,431
            GET     | /                             | Host: HOST^X: LONG                              | 431
            GET     | /                             | Host: HOST^Content-Length: 1^Content-Length: 2  | 400
            GET     | /                             | Host: HOST^Content-Length: -1                   | 400
            GET     | /                             | Host: HOST^Transfer-Encoding: chunked^Content-Length: 5 | 400
            PUT     | /api/v1/notes/a | Host: HOST^Authorization: Bearer TOKEN^Content-Type: application/json^Content-Length: 65537 | 413
            POST    | /api/v1/question | Host: HOST^Authorization: Bearer TOKEN^Content-Type: application/json^Content-Length: 65537 | 413
            # ranges
            GET     | /api/v1/video | Host: HOST^Authorization: Bearer TOKEN^Range: bytes=10-         | 416
            GET     | /api/v1/video | Host: HOST^Authorization: Bearer TOKEN^Range: bytes=-0          | 416
            GET     | /api/v1/video | Host: HOST^Authorization: Bearer TOKEN^Range: bytes=5-2         | 200
            GET     | /api/v1/video | Host: HOST^Authorization: Bearer TOKEN^Range: bytes=--1         | 200
            GET     | /api/v1/video | Host: HOST^Authorization: Bearer TOKEN^Range: bytes=-           | 200
            GET     | /api/v1/video | Host: HOST^Authorization: Bearer TOKEN^Range: rows=0-1          | 200
            GET     | /api/v1/video | Host: HOST^Authorization: Bearer TOKEN^Range: bytes=0-1,3-4     | 200
            GET     | /api/v1/video | Host: HOST^Authorization: Bearer TOKEN^Range: bytes=0-99999999999999999999999 | 200
            GET     | /api/v1/video | Host: HOST^Authorization: Bearer TOKEN^Range: bytes=9-999999999 | 206
            """)
    void isAnsweredWith(String method, String target, String headers, String statuses) throws IOException {
        String request = method + " " + target + " HTTP/1.1^Connection: close^" + headers + "^^";
        Reply reply = server.client.send(filled(request) + (headers.contains("BODY") ? "{\"note\":1}" : ""));

        Set<Integer> expected =
                Stream.of(statuses.split(",")).map(Integer::valueOf).collect(Collectors.toCollection(TreeSet::new));
        assertTrue(expected.contains(reply.status()), () -> reply.status() + ": " + reply.text());
        assertFalse(reply.text().contains(server.server.token()), "the token leaks");
        assertFalse(reply.text().contains("root:"), "a file of the machine leaks");
        assertFalse(reply.headers().containsKey("server"));
        assertFalse(reply.headers().keySet().stream().anyMatch(name -> name.startsWith("access-control")));
        if (reply.status() >= 400 && reply.body().length > 0) {
            assertEquals("application/problem+json", reply.header("content-type"));
            assertEquals("nosniff", reply.header("x-content-type-options"));
        }
    }

    private static String filled(String request) {
        return request.replace("COOKIE", server.cookie())
                .replace("BODY", "Content-Type: application/json^Content-Length: 10")
                .replace("HOST", server.client.host())
                .replace("PORT", Integer.toString(server.client.port()))
                .replace("TOKEN", server.server.token())
                .replace("LONG", "x".repeat(9000))
                .replace('~', '\0')
                .replace("^", "\r\n");
    }

    @Test
    void aBodyWithoutLengthIsReadToItsLimitOnly() throws IOException {
        String chunk = "8000\r\n" + " ".repeat(0x8000) + "\r\n";
        Reply reply = server.client.send("PUT /api/v1/notes/a HTTP/1.1\r\nHost: " + server.client.host() + "\r\n"
                + server.bearer() + "\r\nContent-Type: application/json\r\nConnection: close\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n" + chunk + chunk + "1\r\n \r\n0\r\n\r\n");

        assertEquals(413, reply.status());
        assertTrue(reply.text().contains("64 KiB"), reply.text());
    }

    @Test
    void noTextOfOursIsMarkup() throws IOException {
        Reply reply = server.client.ask("GET", "/api/v1/broken", server.bearer());

        assertEquals(500, reply.status());
        assertEquals("application/problem+json", reply.header("content-type"));
        assertTrue(reply.header("content-security-policy").startsWith("default-src 'none'"));
    }
}
