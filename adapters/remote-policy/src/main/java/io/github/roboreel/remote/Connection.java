package io.github.roboreel.remote;

import io.github.roboreel.format.fault.Sentence;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A WebSocket to a policy server and the messages that have come from it. Messages are asked for one at a time, so that
 * few are ever waiting; pings are answered at any time.
 */
final class Connection implements WebSocket.Listener {
    /** Answers are a few kilobytes; a server that sends more than this means something else. */
    static final int MAX_MESSAGE_BYTES = 32 << 20;

    private static final int MAX_WAITING = 4;
    private static final long RETRY_MILLIS = 200;

    private final BlockingQueue<Message> messages = new ArrayBlockingQueue<>(MAX_WAITING);
    private final ByteArrayOutputStream binary = new ByteArrayOutputStream();
    private final StringBuilder text = new StringBuilder();
    private WebSocket socket;

    /** Loss of the connection: the server may be there again. */
    static final class LostException extends Exception {
        private static final long serialVersionUID = 1;

        LostException(String reason) {
            super(reason);
        }
    }

    /** What has come: bytes, or a failure. */
    private record Message(byte[] bytes, String error, String loss) {}

    /** Its threads are made when they are needed, and are daemons. */
    private static final class Http {
        static final HttpClient CLIENT = HttpClient.newHttpClient();
    }

    private Connection() {}

    /**
     * Connects; waits for a server that is not there yet.
     *
     * @throws ServerException when none is there in time, or it refuses
     */
    static Connection open(URI uri, Optional<String> apiKey, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            Connection connection = new Connection();
            Throwable failure = connection.tryOpen(uri, apiKey, Duration.ofNanos(deadline - System.nanoTime()));
            if (failure == null) {
                return connection;
            }
            boolean isWorthWaiting = failure instanceof ConnectException
                    && !(failure.getCause() instanceof UnresolvedAddressException)
                    && deadline - System.nanoTime() > TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS);
            if (!isWorthWaiting) {
                throw new ServerException("%s", reason(failure, limit));
            }
            pause();
        }
    }

    private Throwable tryOpen(URI uri, Optional<String> apiKey, Duration limit) {
        WebSocket.Builder builder = Http.CLIENT.newWebSocketBuilder();
        apiKey.ifPresent(key -> builder.header("Authorization", "Api-Key " + key));
        CompletableFuture<WebSocket> opened = builder.buildAsync(uri, this);
        try {
            socket = opened.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (TimeoutException e) {
            opened.thenAccept(WebSocket::abort);
            return e;
        } catch (InterruptedException e) {
            opened.thenAccept(WebSocket::abort);
            throw interrupted();
        }
    }

    private static String reason(Throwable failure, Duration limit) {
        if (failure instanceof WebSocketHandshakeException refused) {
            return "it refuses the connection with HTTP status "
                    + refused.getResponse().statusCode();
        }
        if (failure.getCause() instanceof UnresolvedAddressException) {
            return "its host is unknown";
        }
        return failure instanceof ConnectException || failure instanceof TimeoutException
                ? Sentence.of("nothing answers there within %s s", limit.toMillis() / 1000.0)
                : "it cannot be connected to (" + words(failure) + ")";
    }

    /** Java's exceptions of a broken connection often have no words, or the name of a type as their words. */
    private static String words(Throwable failure) {
        if (failure instanceof ProtocolException) {
            return "it does not keep to the WebSocket protocol";
        }
        return failure instanceof EOFException || failure.getMessage() == null
                ? "it ended the connection"
                : failure.getMessage();
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static ServerException interrupted() {
        Thread.currentThread().interrupt();
        return new ServerException("waiting for it was interrupted");
    }

    /**
     * Sends a request.
     *
     * @throws LostException when the connection is gone
     */
    void send(ByteBuffer request, Duration limit) throws LostException {
        try {
            socket.sendBinary(request, true).get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            Message last = messages.poll();
            failIfError(last);
            throw new LostException(words(e.getCause()));
        } catch (TimeoutException e) {
            throw new ServerException("it did not take a request within %s s", limit.toMillis() / 1000.0);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /**
     * Waits for the next message.
     *
     * @return its bytes
     * @throws LostException when the connection is gone
     * @throws ServerException when the server reports an error, sends too much, or nothing within the limit
     */
    byte[] receive(Duration limit) throws LostException {
        try {
            Message message = messages.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
            if (message == null) {
                throw new ServerException("it did not answer within %s s", limit.toMillis() / 1000.0);
            }
            failIfError(message);
            if (message.loss() != null) {
                throw new LostException(message.loss());
            }
            return message.bytes();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static void failIfError(Message message) {
        if (message != null && message.error() != null) {
            throw new ServerException("%s", message.error());
        }
    }

    /** Ends the connection; does not wait for the server. */
    void close() {
        if (!socket.isOutputClosed()) {
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "");
        }
    }

    /** Ends the connection at once. */
    void abort() {
        socket.abort();
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean isLast) {
        if (binary.size() + data.remaining() > MAX_MESSAGE_BYTES) {
            return refuse(from);
        }
        byte[] part = new byte[data.remaining()];
        data.get(part);
        binary.write(part, 0, part.length);
        if (isLast) {
            add(from, new Message(binary.toByteArray(), null, null));
            binary.reset();
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
        if (text.length() + data.length() > MAX_MESSAGE_BYTES) {
            return refuse(from);
        }
        text.append(data);
        if (isLast) {
            add(from, new Message(null, "it reports an error: " + lastLine(text.toString()), null));
            text.setLength(0);
        }
        from.request(1);
        return null;
    }

    /** A server's error is a Python traceback, whose last line says what is wrong. */
    private static String lastLine(String trace) {
        return trace.lines()
                .map(String::strip)
                .filter(stripped -> !stripped.isEmpty())
                .reduce("", (former, latter) -> latter);
    }

    private CompletionStage<?> refuse(WebSocket from) {
        binary.reset();
        from.abort();
        add(from, new Message(null, "its message has more than " + MAX_MESSAGE_BYTES + " bytes", null));
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        add(
                from,
                new Message(
                        null,
                        null,
                        Sentence.of("it closed the connection, %d %s", status, reason)
                                .strip()));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        add(from, new Message(null, null, words(error)));
    }

    /** A server that sends what was not asked for is not listened to any more. */
    private void add(WebSocket from, Message message) {
        if (!messages.offer(message)) {
            from.abort();
        }
    }
}
