package io.github.roboreel.fleet.folders;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SeekableByteChannel;
import java.util.function.Consumer;

/** A channel for reading that reports its failures. */
record WatchedChannel(SeekableByteChannel channel, Consumer<IOException> failed) implements SeekableByteChannel {
    @Override
    public int read(ByteBuffer into) throws IOException {
        try {
            return channel.read(into);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            failed.accept(e);
            throw e;
        }
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public long position() throws IOException {
        return channel.position();
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
        channel.position(position);
        return this;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return channel.write(bytes);
    }

    @Override
    public SeekableByteChannel truncate(long size) throws IOException {
        channel.truncate(size);
        return this;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
