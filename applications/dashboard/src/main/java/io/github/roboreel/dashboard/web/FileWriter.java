package io.github.roboreel.dashboard.web;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

/** Writing of a part of a file; no thread waits for a client that reads slowly, as a video that is paused does. */
final class FileWriter extends IteratingCallback {
    private static final int CHUNK = 1 << 17;

    private final FileChannel file;
    private final Response response;
    private final Callback callback;
    private final ByteBuffer buffer;
    private long at;
    private long left;

    FileWriter(FileChannel file, ByteRange range, Response response, Callback callback) {
        this.file = file;
        this.response = response;
        this.callback = callback;
        this.at = range.first();
        this.left = range.length();
        this.buffer = ByteBuffer.allocate((int) Math.min(CHUNK, left));
    }

    @Override
    protected Action process() throws IOException {
        if (left == 0) {
            return Action.SUCCEEDED;
        }
        buffer.clear().limit((int) Math.min(buffer.capacity(), left));
        int read = file.read(buffer, at);
        if (read <= 0) {
            throw new EOFException("the file became shorter while it was sent");
        }
        at += read;
        left -= read;
        response.write(left == 0, buffer.flip(), this);
        return Action.SCHEDULED;
    }

    @Override
    protected void onCompleteSuccess() {
        close(null);
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
        close(cause);
    }

    private void close(Throwable cause) {
        try {
            file.close();
        } catch (IOException e) {
            // Nothing was written to it.
        }
        if (cause == null) {
            callback.succeeded();
        } else {
            callback.failed(cause);
        }
    }
}
