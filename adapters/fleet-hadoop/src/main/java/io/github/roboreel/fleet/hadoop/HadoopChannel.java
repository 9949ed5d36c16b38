package io.github.roboreel.fleet.hadoop;

import io.github.roboreel.fleet.storage.Location;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/** Channel over a file of Hadoop's. The size is the one when it was opened. For one thread. */
final class HadoopChannel implements SeekableByteChannel {
    private static final int COPIED_AT_ONCE_BYTES = 1 << 20;

    private final FSDataInputStream in;
    private final Location file;
    private final long size;
    private long position;
    private boolean closed;

    private HadoopChannel(FSDataInputStream in, Location file, long size) {
        this.in = in;
        this.file = file;
        this.size = size;
    }

    static HadoopChannel open(FileSystem files, Path path, Location file) throws IOException {
        FileStatus status = files.getFileStatus(path);
        if (status.isDirectory()) {
            throw new FileNotFoundException(file + " is a folder");
        }
        // Given the status, stores need not be asked for it again.
        FSDataInputStream in =
                FutureIO.awaitFuture(files.openFile(path).withFileStatus(status).build());
        return new HadoopChannel(in, file, status.getLen());
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        checkOpen();
        if (position >= size) {
            return -1;
        }
        if (!into.hasRemaining()) {
            return 0;
        }
        try {
            if (in.getPos() != position) {
                in.seek(position);
            }
            int n = into.hasArray() ? readArray(into) : readCopy(into);
            position += Math.max(n, 0);
            return n;
        } catch (IOException e) {
            throw StoreFaults.of("read", file, e);
        }
    }

    private int readArray(ByteBuffer into) throws IOException {
        int n = in.read(into.array(), into.arrayOffset() + into.position(), into.remaining());
        if (n > 0) {
            into.position(into.position() + n);
        }
        return n;
    }

    private int readCopy(ByteBuffer into) throws IOException {
        byte[] copied = new byte[Math.min(into.remaining(), COPIED_AT_ONCE_BYTES)];
        int n = in.read(copied, 0, copied.length);
        if (n > 0) {
            into.put(copied, 0, n);
        }
        return n;
    }

    @Override
    public long position() throws IOException {
        checkOpen();
        return position;
    }

    @Override
    public SeekableByteChannel position(long newPosition) throws IOException {
        checkOpen();
        if (newPosition < 0) {
            throw new IllegalArgumentException("position " + newPosition + " is not possible; expected at least 0");
        }
        position = newPosition;
        return this;
    }

    @Override
    public long size() throws IOException {
        checkOpen();
        return size;
    }

    private void checkOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public int write(ByteBuffer from) {
        throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long newSize) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            in.close();
        }
    }
}
