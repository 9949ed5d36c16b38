package io.github.roboreel.recorder.bench.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * How long a thread was ready to run and no core was free: second number of Linux'
 * {@code /proc/<pid>/task/<tid>/schedstat}. What a step waited there is the machine's doing.
 */
final class RunQueue {
    private static final Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");

    private final FileChannel channel;
    private final ByteBuffer text = ByteBuffer.allocateDirect(128);

    private RunQueue(FileChannel channel) {
        this.channel = channel;
    }

    static RunQueue ofThisThread() {
        try {
            return new RunQueue(FileChannel.open(SCHEDSTAT));
        } catch (IOException e) {
            return new RunQueue(null);
        }
    }

    /** Since the thread started, ns; 0 where the kernel does not say. */
    long waitedNanos() {
        if (channel == null) {
            return 0;
        }
        try {
            text.clear();
            channel.read(text, 0);
            text.flip();
            skipNumber();
            return number();
        } catch (IOException e) {
            return 0;
        }
    }

    private void skipNumber() {
        while (text.hasRemaining() && text.get() != ' ') {
            // Still the first number.
        }
    }

    private long number() {
        long value = 0;
        while (text.hasRemaining()) {
            int digit = text.get() - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = 10 * value + digit;
        }
        return value;
    }
}
