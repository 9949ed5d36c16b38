package io.github.roboreel.remote;

import io.github.roboreel.format.fault.Sentence;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A policy server that speaks openpi's protocol (Physical-Intelligence/openpi, {@code websocket_client_policy.py} at
 * commit 3fce62d8): on connecting it sends its metadata; then each request, a map in MessagePack, has one answer. A
 * text instead of an answer is the server's error. Connects when it is first asked, and once more when the connection
 * is lost. Any thread may ask; one request is under way at a time.
 */
final class PolicyServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PolicyServer.class);

    private static final int MAX_CHARS = 500;
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]");

    private final URI uri;
    private final Optional<String> apiKey;
    private final Duration connectLimit;
    private final Duration answerLimit;
    private Connection connection;

    /** @param uri {@code ws://} or {@code wss://} */
    PolicyServer(URI uri, Optional<String> apiKey, Duration connectLimit, Duration answerLimit) {
        this.uri = uri;
        this.apiKey = apiKey;
        this.connectLimit = connectLimit;
        this.answerLimit = answerLimit;
    }

    /**
     * Connects, unless it is connected.
     *
     * @throws ServerException naming the server, when it is not there or sends no metadata
     */
    synchronized void connect() {
        try {
            connectIfNeeded();
        } catch (Connection.LostException | ServerException e) {
            throw named(e.getMessage());
        }
    }

    private void connectIfNeeded() throws Connection.LostException {
        if (connection == null) {
            connection = Connection.open(uri, apiKey, connectLimit);
            try {
                MessageDecoder.decode(connection.receive(answerLimit));
            } catch (Connection.LostException | ServerException e) {
                drop();
                throw e;
            }
        }
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @throws ServerException naming the server, when it fails, does not answer in time or sends anything else
     */
    synchronized Map<?, ?> ask(ByteBuffer request) {
        try {
            return exchange(request);
        } catch (Connection.LostException e) {
            LOG.warn("The connection to the policy server {} is lost ({}); reconnecting", shown(), e.getMessage());
            return askAnew(request);
        } catch (ServerException e) {
            drop();
            throw named(e.getMessage());
        }
    }

    private Map<?, ?> askAnew(ByteBuffer request) {
        drop();
        try {
            return exchange(request);
        } catch (Connection.LostException | ServerException e) {
            drop();
            throw named("the connection was lost, and the second attempt failed: " + e.getMessage());
        }
    }

    private Map<?, ?> exchange(ByteBuffer request) throws Connection.LostException {
        connectIfNeeded();
        connection.send(request.duplicate(), answerLimit);
        return MessageDecoder.decode(connection.receive(answerLimit));
    }

    private void drop() {
        if (connection != null) {
            connection.abort();
            connection = null;
        }
    }

    /** What a reader of an answer gives; its complaint names the server. */
    <T> T judged(Supplier<T> reader) {
        try {
            return reader.get();
        } catch (ServerException e) {
            throw named(e.getMessage());
        }
    }

    /** A server's own words may be long, or move a terminal's cursor. */
    private ServerException named(String reason) {
        String line = CONTROLS.matcher(reason).replaceAll("?");
        String some = line.length() > MAX_CHARS ? line.substring(0, MAX_CHARS) + "..." : line;
        return new ServerException("%s", Sentence.of("policy server %s: %s", shown(), some));
    }

    /** Without path and query, which may hold a secret. */
    private String shown() {
        return uri.getScheme() + "://" + uri.getAuthority();
    }

    @Override
    public synchronized void close() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}
