package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.format.fault.IoConsumer;
import io.github.roboreel.recorder.hdf5.deflate.ChunkCodec;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.deflate.FrameChunk;
import io.github.roboreel.recorder.hdf5.deflate.ImageCodec;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.StagingArea;
import io.github.roboreel.recorder.spi.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * A few threads that shuffle and deflate. Work of one key always goes to the same thread, so that the chunks of a
 * dataset come out in the order they were handed in.
 */
final class Compressors {
    private final List<Lane> lanes = new ArrayList<>();
    private final SinkFailure failure;

    Compressors(String name, int threads, Compression compression, SinkFailure failure) {
        this.failure = failure;
        for (int i = 0; i < threads; i++) {
            lanes.add(new Lane(name + "-" + i, compression));
        }
    }

    /** Hands work over; never waits. */
    void submit(int key, IoConsumer<Lane> work) {
        Lane lane = lanes.get(key % lanes.size());
        lane.executor.execute(() -> run(lane, work));
    }

    /** Runs this once everything handed over before is done. */
    void afterAll(Runnable task) {
        AtomicInteger pending = new AtomicInteger(lanes.size());
        for (int i = 0; i < lanes.size(); i++) {
            submit(i, lane -> {
                if (pending.decrementAndGet() == 0) {
                    task.run();
                }
            });
        }
    }

    private void run(Lane lane, IoConsumer<Lane> work) {
        try {
            work.accept(lane);
        } catch (Throwable e) {
            failure.raise(e);
        }
    }

    /**
     * Finishes what was handed in and ends the threads.
     *
     * @return false when they have not ended at that time of {@link System#nanoTime}
     */
    boolean close(long deadlineNanos) throws InterruptedException {
        lanes.forEach(l -> l.executor.shutdown());
        boolean ended = true;
        for (Lane lane : lanes) {
            ended &= lane.awaitEnd(deadlineNanos);
        }
        return ended;
    }

    /** One thread with its codecs and scratch memory. */
    static final class Lane {
        private final ExecutorService executor;
        private final ChunkCodec codec;
        private final ImageCodec imageCodec;
        private final CRC32C crc = new CRC32C();
        private byte[] column = new byte[0];

        private Lane(String name, Compression compression) {
            codec = compression.codec();
            imageCodec = compression.imageCodec();
            executor = Executors.newSingleThreadExecutor(work -> {
                Thread thread = new Thread(work, name);
                thread.setDaemon(true);
                return thread;
            });
        }

        /** Packs the staged rows of a group's chunk, with zeros behind the last one. */
        void pack(StagingArea staging, ColumnGroup group, long chunk, int rows, PackedChunks to) {
            int bank = group.bank(chunk);
            List<ColumnGroup.Column> columns = group.columns();
            for (int i = 0; i < columns.size(); i++) {
                ColumnGroup.Column source = columns.get(i);
                int used = rows * source.rowBytes();
                int size = group.chunkBytes(source);
                column = column.length < size ? new byte[size] : column;
                staging.memory().get(bank + source.offset(), column, 0, used);
                Arrays.fill(column, used, size, (byte) 0);
                to.pack(i, column, size, source.field().spec().storedElementBytes(), codec);
            }
        }

        /** Compresses the chunks of a frame, one after the other, into buffers that {@code done} gives back. */
        void pack(
                Frame frame,
                int env,
                List<FrameChunk> chunks,
                long step,
                FrameBuffers buffers,
                Consumer<PackedFrame> done)
                throws IOException {
            if (imageCodec.copies(chunks)) {
                FrameChunk whole = chunks.get(0);
                ByteBuffer buffer = buffers.take(ImageCodec.bound(whole.sizeBytes()));
                int size = imageCodec.store(frame.bytes(), whole.sizeBytes(), buffer, 0);
                done.accept(packed(env, whole, step, buffer, size));
                return;
            }
            imageCodec.encode(frame.bytes(), chunks, (chunk, bytes, size) -> {
                ByteBuffer buffer = buffers.take(ImageCodec.bound(chunk.sizeBytes()));
                buffer.put(0, bytes, 0, size);
                done.accept(packed(env, chunk, step, buffer, size));
            });
        }

        private PackedFrame packed(int env, FrameChunk chunk, long step, ByteBuffer buffer, int size) {
            crc.reset();
            crc.update(buffer.duplicate().clear().limit(size));
            return new PackedFrame(env, chunk, step, buffer, size, (int) crc.getValue());
        }

        /** The codec of a thread that has not ended is in use. */
        private boolean awaitEnd(long deadlineNanos) throws InterruptedException {
            long nanos = deadlineNanos - System.nanoTime();
            boolean ended = executor.awaitTermination(nanos, TimeUnit.NANOSECONDS);
            if (ended) {
                codec.close();
            }
            return ended;
        }
    }
}
