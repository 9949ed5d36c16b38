package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.hdf5.write.FrameChunk;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Finished image chunks in the staging file: a ring of records, appended by the compressors and given back once the run
 * file has been flushed. Records start at multiples of 64 bytes and carry their own checksums, so that a reader finds
 * the next one behind a damaged one.
 */
public final class FrameLog {
    /** "RBFRAME1" read as a little-endian number. */
    public static final long MAGIC = 0x3145_4d41_5246_4252L;

    static final int RECORD_HEADER_BYTES = 64;

    /** 0 there in staging of version 1, too. */
    static final int PLANE_OFFSET = 40;

    private static final int HEADER_CRC_OFFSET = 48;

    /** The disk is made to hold the log in steps of that many bytes. */
    static final int RESERVE_BYTES = 8 << 20;

    /**
     * A staged chunk of a frame.
     *
     * @param chunk which one
     * @param payload the chunk's first byte in the log
     * @param end virtual position behind the record, to be given to {@link #release}
     */
    public record Staged(int env, FrameChunk chunk, long step, int payload, int size, long end) {}

    /** Puts a chunk's bytes where they are to stand. */
    @FunctionalInterface
    public interface Payload {
        /** Returns how many they are. */
        int putInto(ByteBuffer log, int at);
    }

    private final StagingFile file;
    private final MappedByteBuffer log;
    private final int capacity;
    private final Runnable whenFull;
    private final ByteBuffer header = ByteBuffer.allocate(RECORD_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long head;
    private long tail;
    private long sequence;
    private int reserved;
    private boolean closed;

    /** A log of so many bytes, a multiple of 64; {@code whenFull} is to bring about a flush. */
    public FrameLog(StagingFile file, int capacity, Runnable whenFull) throws IOException {
        this.file = file;
        this.capacity = capacity;
        this.whenFull = whenFull;
        log = file.mapLog(capacity);
    }

    /** Bytes a chunk of that size takes in the log. */
    public static long recordBytes(long payloadBytes) {
        long alignment = RECORD_HEADER_BYTES;
        return alignment + (payloadBytes + alignment - 1) / alignment * alignment;
    }

    /** The log's memory, for reading payloads. */
    public ByteBuffer memory() {
        return log;
    }

    /** Appends a chunk that is ready, waiting for room. */
    public void append(int env, FrameChunk chunk, long step, byte[] bytes, int size, Consumer<Staged> announce)
            throws IOException {
        Payload ready = (to, at) -> {
            to.put(at, bytes, 0, size);
            return size;
        };
        append(env, chunk, step, size, ready, announce);
    }

    /**
     * Appends a chunk of at most so many bytes, waiting for room, and announces it inside the same critical section, so
     * that announcements come in the log's order. One chunk is put at a time, so {@code bytes} had better only copy.
     */
    public synchronized void append(
            int env, FrameChunk chunk, long step, int mostBytes, Payload bytes, Consumer<Staged> announce)
            throws IOException {
        int at = claim((int) recordBytes(mostBytes));
        int payload = at + RECORD_HEADER_BYTES;
        int size = bytes.putInto(log, payload);
        header.putLong(0, MAGIC).putLong(8, ++sequence).putLong(16, step);
        header.putInt(24, env).putInt(28, chunk.imageIndex()).putInt(32, size);
        header.putInt(36, checksum(log, payload, size));
        header.putInt(PLANE_OFFSET, chunk.plane()).putInt(44, 0);
        header.putInt(HEADER_CRC_OFFSET, checksum(header, 0, HEADER_CRC_OFFSET));
        log.put(at, header, 0, RECORD_HEADER_BYTES);
        announce.accept(new Staged(env, chunk, step, payload, size, tail));
    }

    private static int checksum(ByteBuffer bytes, int from, int size) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().clear().position(from).limit(from + size));
        return (int) crc.getValue();
    }

    private int claim(int bytes) throws IOException {
        while (tail + skip(bytes) + bytes - head > capacity) {
            whenFull.run();
            awaitRoom();
        }
        tail += skip(bytes);
        int start = (int) (tail % capacity);
        tail += bytes;
        reserveUpTo(start + bytes);
        return start;
    }

    /** Bytes left unused so that the record does not wrap around. */
    private int skip(int bytes) {
        int at = (int) (tail % capacity);
        return at + bytes > capacity ? capacity - at : 0;
    }

    private void awaitRoom() throws IOException {
        if (closed) {
            throw new IOException("the frame log was closed because the run file failed");
        }
        try {
            wait(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the frame log was full");
        }
    }

    private void reserveUpTo(int end) throws IOException {
        while (reserved < end) {
            int bytes = Math.min(RESERVE_BYTES, capacity - reserved);
            file.reserve(file.layout().log() + reserved, bytes);
            reserved += bytes;
        }
    }

    /** Gives back everything before that virtual position. */
    public synchronized void release(long end) {
        head = end;
        notifyAll();
    }

    /** Wakes whoever waits for room, with an error. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
