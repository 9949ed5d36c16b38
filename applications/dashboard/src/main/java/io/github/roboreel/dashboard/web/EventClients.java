package io.github.roboreel.dashboard.web;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.live.EventStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/** The clients that listen to events, at most 32 at a time. Thread-safe. */
final class EventClients {
    static final String TYPE = "text/event-stream";
    private static final int MAX_CLIENTS = 32;
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);
    private static final Duration MAX_END = Duration.ofSeconds(2);
    private static final int MAX_LOOKS = 5;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Set<EventClient> clients = ConcurrentHashMap.newKeySet();
    private final Scheduler scheduler;
    private boolean isClosed;

    EventClients(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Begins to keep connections alive. */
    void start() {
        scheduler.schedule(this::keepAlive, KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS);
    }

    void open(EventStream stream, Map<String, String> ids, Request request, Response response, Callback callback)
            throws IOException {
        io.github.roboreel.dashboard.api.Request asked = RequestReader.read(request, ids);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, TYPE);
        // Some proxies would keep events until they have many.
        response.getHeaders().put("X-Accel-Buffering", "no");
        if (request.getMethod().equals("HEAD")) {
            response.write(true, ByteBuffer.allocate(0), callback);
            return;
        }
        EventClient client = new EventClient(response, callback, clients::remove);
        takePlace(client);
        try {
            client.setStream(stream.open(asked, client));
        } catch (IOException | RuntimeException e) {
            clients.remove(client);
            throw e;
        }
        client.keepAlive();
    }

    private void takePlace(EventClient client) throws Refusal {
        for (int looks = 0; !hasEntered(client); looks++) {
            if (looks == MAX_LOOKS) {
                throw Refusal.of(503, MAX_CLIENTS + " pages listen already; close some of them and reload this one");
            }
            // That a client has gone shows only when it is written to, and then again.
            clients.forEach(EventClient::keepAlive);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** A client that enters before the end is sent away by it, too. */
    private synchronized boolean hasEntered(EventClient client) throws Refusal {
        if (isClosed) {
            throw Refusal.of(503, "the server is being closed");
        }
        return clients.size() < MAX_CLIENTS && clients.add(client);
    }

    private void keepAlive() {
        clients.forEach(EventClient::keepAlive);
        start();
    }

    /** How many there are. */
    int count() {
        return clients.size();
    }

    /** Sends all away. The server closes the connections of those that do not take their last byte in time. */
    void close() {
        synchronized (this) {
            isClosed = true;
        }
        CompletableFuture<?>[] ends = clients.stream().map(EventClient::end).toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(ends)
                .completeOnTimeout(null, MAX_END.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }
}
