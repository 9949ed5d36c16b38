package io.github.roboreel.dashboard.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.dashboard.web.RawClient.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptAnswersTest {
    @TempDir
    private Path folder;

    @Test
    void aBrowserMayKeepAPictureForMinutesAndAskWhetherItIsStillThatOne() throws IOException {
        Path video = Files.write(folder.toRealPath().resolve("video.mp4"), new byte[10]);
        try (TestServer server = new TestServer(video, Duration.ofSeconds(60), Optional.empty())) {
            Reply picture = server.client.ask("GET", "/api/v1/picture", server.bearer());
            assertEquals("private, max-age=300", picture.header("cache-control"));
            Reply known = server.client.ask(
                    "GET", "/api/v1/picture", server.bearer(), "If-None-Match: " + picture.header("etag"));
            assertEquals(304, known.status());
            assertEquals("private, max-age=300", known.header("cache-control"));
            Reply document = server.client.ask("GET", "/api/v1/long", server.bearer());
            assertEquals("no-store", document.header("cache-control"));
        }
    }
}
