package io.github.roboreel.dashboard.web;

import io.github.roboreel.dashboard.live.EventStream;
import io.github.roboreel.format.fault.Sentence;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A client that listens to events. What it has not taken yet waits here; one that is too far behind is dropped. */
final class EventClient extends IteratingCallback implements EventStream.Sink {
    private static final Logger LOG = LoggerFactory.getLogger(EventClient.class);
    private static final int MAX_WAITING_BYTES = 1 << 22;
    private static final byte[] KEEP_ALIVE = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final Response response;
    private final Callback callback;
    private final Consumer<EventClient> onEnd;
    private final CompletableFuture<Void> answered = new CompletableFuture<>();
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private boolean isWriting;
    private boolean isEnded;
    private boolean isFinished;
    private AutoCloseable stream;

    /**
     * A client whose answer has begun.
     *
     * @param onEnd called once, when it has gone or was sent away
     */
    EventClient(Response response, Callback callback, Consumer<EventClient> onEnd) {
        this.response = response;
        this.callback = Callback.from(callback, () -> answered.complete(null));
        this.onEnd = onEnd;
    }

    /** What is closed when the client has gone. */
    void setStream(AutoCloseable opened) {
        synchronized (waiting) {
            stream = opened;
            if (!isFinished) {
                return;
            }
        }
        close(opened);
    }

    @Override
    public boolean send(String name, Object data, OptionalLong id) {
        StringBuilder event = new StringBuilder("event: ").append(name).append('\n');
        id.ifPresent(number -> event.append("id: ").append(number).append('\n'));
        event.append("data: ")
                .append(new String(WebJson.bytes(data), StandardCharsets.UTF_8))
                .append("\n\n");
        return queue(event.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Shows a client, and whatever lies between, that the connection lives. */
    void keepAlive() {
        if (isIdle()) {
            queue(KEEP_ALIVE);
        }
    }

    @Override
    public boolean isIdle() {
        synchronized (waiting) {
            return waiting.isEmpty() && !isWriting;
        }
    }

    /**
     * Begins to end the answer.
     *
     * @return completed with its last byte, or when the client has gone
     */
    CompletableFuture<Void> end() {
        synchronized (waiting) {
            isEnded = true;
        }
        iterate();
        return answered;
    }

    private boolean queue(byte[] event) {
        boolean isTooFarBehind;
        synchronized (waiting) {
            if (isEnded) {
                return false;
            }
            isTooFarBehind = waitingBytes + event.length > MAX_WAITING_BYTES;
            if (!isTooFarBehind) {
                waiting.add(event);
                waitingBytes += event.length;
            }
        }
        if (isTooFarBehind) {
            abort(new IllegalStateException(Sentence.of("a client left %s bytes of events", MAX_WAITING_BYTES)));
            return false;
        }
        iterate();
        return true;
    }

    @Override
    protected Action process() {
        ByteBuffer buffer;
        boolean isLast;
        synchronized (waiting) {
            isWriting = false;
            isLast = isEnded;
            if (waiting.isEmpty() && !isLast) {
                return Action.IDLE;
            }
            buffer = ByteBuffer.allocate(waitingBytes);
            waiting.forEach(buffer::put);
            waiting.clear();
            waitingBytes = 0;
            isWriting = true;
        }
        if (isLast) {
            return Action.SUCCEEDED;
        }
        response.write(false, buffer.flip(), this);
        return Action.SCHEDULED;
    }

    @Override
    protected void onCompleteSuccess() {
        finish();
        response.write(true, ByteBuffer.allocate(0), callback);
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
        finish();
        callback.failed(cause);
    }

    private void finish() {
        AutoCloseable opened;
        synchronized (waiting) {
            isEnded = true;
            isFinished = true;
            waiting.clear();
            waitingBytes = 0;
            opened = stream;
        }
        onEnd.accept(this);
        if (opened != null) {
            close(opened);
        }
    }

    private static void close(AutoCloseable opened) {
        try {
            opened.close();
        } catch (Exception e) {
            LOG.warn("a stream of events did not end in order", e);
        }
    }
}
