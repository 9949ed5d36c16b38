package io.github.roboreel.dashboard.web;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.live.EventStream;
import io.github.roboreel.dashboard.live.EventStream.Sink;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/** A server with an endpoint of each kind. */
final class TestServer implements AutoCloseable {
    final WebServer server;
    final RawClient client;

    /** Ways to the clients that listen, in the order in which they came. */
    final BlockingQueue<EventStream.Sink> sinks = new LinkedBlockingQueue<>();

    /** Statuses of what was answered. */
    final BlockingQueue<Integer> answered = new LinkedBlockingQueue<>();

    /** A permit for each stream that was closed. */
    final Semaphore closings = new Semaphore(0);

    /** A permit for each slow request that has begun. */
    final Semaphore begun = new Semaphore(0);

    /** Takes a permit for each slow request that may end. */
    final Semaphore mayEnd = new Semaphore(0);

    private final Path file;

    TestServer(Path file, Duration idle, Optional<URI> publicUrl) {
        this(file, idle, WebSettings.UNKNOWN, publicUrl);
    }

    TestServer(Path file, Duration idle, Duration unknown, Optional<URI> publicUrl) {
        this.file = file;
        server = WebServer.start(
                new WebSettings("127.0.0.1", List.of(0), publicUrl, List.of(file.getParent()), idle, unknown),
                new Routes(api(), List.of(new Route("/metrics", r -> text("metrics"))), List.of(new Stream())),
                (status, duration) -> answered.add(status));
        client = new RawClient(server.address());
    }

    private List<Route> api() {
        return List.of(
                new Route("/echo", request -> new Answer.Json(request.parameters())),
                new Route("/names/{name}", request -> new Answer.Json(Map.of("name", request.id("name")))),
                new Route("/record", request -> new Answer.Json(new Sample(2, Double.NaN, null))),
                new Route("/long", request -> text("0123456789".repeat(1000))),
                new Route("/picture", request -> new Answer.Bytes("image/jpeg", new byte[] {1, 2}, "", true)),
                new Route("/headers", request -> new Answer.Json(request.headers())),
                new Route("/refused", request -> {
                    throw Refusal.badRequest("width is 0; expected more");
                }),
                new Route("/broken", request -> {
                    throw new IllegalStateException("<img src=x onerror=alert(1)>");
                }),
                new Route("/unlinked", request -> {
                    throw new NoClassDefFoundError("gone/After");
                }),
                Route.waiting("/slow", request -> {
                    begun.release();
                    mayEnd.acquireUninterruptibly();
                    return text("slow");
                }),
                new Route(
                        "/lines",
                        request -> new Answer.Stream("text/csv", Optional.of("a b\"\r\n.csv"), out -> {
                            out.write(new byte[] {'a', '\n'});
                            out.write(new byte[] {'b', '\n'});
                        })),
                new Route(
                        "/torn",
                        request -> new Answer.Stream("text/csv", Optional.of("torn.csv"), out -> {
                            for (String bytes : request.all("bytes")) {
                                out.write(new byte[Integer.parseInt(bytes)]);
                            }
                            throw new IOException("the run file is damaged");
                        })),
                new Route("/video", request -> new Answer.FileContent(file, "video/mp4")),
                new Route("/outside", request -> new Answer.FileContent(Path.of("/etc/hostname"), "text/plain")),
                new Route("/link", request -> new Answer.FileContent(file.resolveSibling("link.mp4"), "video/mp4")),
                Route.asked("/question", request -> new Answer.Json(request.parameters())),
                Route.of(
                        "PUT",
                        "/notes/{note}",
                        r -> new Answer.Versioned(Map.of("note", r.body().path("note")), "7")));
    }

    private static Answer text(String text) {
        return new Answer.Bytes("text/plain", text.getBytes(java.nio.charset.StandardCharsets.UTF_8), "rows;dur=1");
    }

    String bearer() {
        return "Authorization: Bearer " + server.token();
    }

    String cookie() {
        return "Cookie: roboreel-" + client.port() + "=" + server.token();
    }

    @Override
    public void close() {
        server.close();
    }

    /** Names of two words, a number that JSON does not have, and none at all. */
    record Sample(int numSamples, double successRate, Integer runIndex) {}

    private final class Stream implements EventStream {
        @Override
        public String path() {
            return "/live";
        }

        @Override
        public AutoCloseable open(Request request, Sink sink) {
            // Before its client hears of it, and another one comes.
            sinks.add(sink);
            sink.send(
                    "hello", Map.of("after", request.headers().getOrDefault("last-event-id", "")), OptionalLong.of(1));
            return closings::release;
        }
    }
}
