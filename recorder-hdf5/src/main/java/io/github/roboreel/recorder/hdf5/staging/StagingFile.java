package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.fault.Undo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The file that holds the rows that were consumed and are not yet in the run file, and the {@link Ledger}. Rows stand
 * in mapped memory, which is the kernel's: it survives the death of this process.
 *
 * <p>Areas are mapped when first needed. Before that their blocks are written with zeros, because a full disk is an
 * exception then, and a bus error later.
 */
public final class StagingFile implements AutoCloseable {
    private static final int ZERO_BYTES = 1 << 20;

    private final Path path;
    private final FileChannel channel;
    private final StagingLayout layout;
    private final long runId;
    private final AtomicLong writtenBytes = new AtomicLong();

    private StagingFile(Path path, FileChannel channel, StagingLayout layout, long runId) {
        this.path = path;
        this.runId = runId;
        this.channel = channel;
        this.layout = layout;
    }

    /**
     * Creates the file with its header.
     *
     * @param runId that the header states, see {@link RunAttributes#runNumber}
     */
    public static StagingFile create(Path path, StagingLayout layout, byte[] headerJson, long runId)
            throws IOException {
        FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        StagingFile file = new StagingFile(path, channel, layout, runId);
        try {
            for (int copy = 0; copy < 2; copy++) {
                ByteBuffer block = StagingHeader.block(headerJson, layout.headerBytes(), StagingLayout.VERSION);
                file.write(block, (long) copy * layout.headerBytes());
            }
            return file;
        } catch (Throwable e) {
            Undo.after(e, file::delete);
            throw e;
        }
    }

    public Path path() {
        return path;
    }

    public StagingLayout layout() {
        return layout;
    }

    /** Carried by every record and every row of this run. */
    public long runId() {
        return runId;
    }

    /** The ledger, still empty. */
    public Ledger ledger() {
        return new Ledger(this);
    }

    /** Maps an area for the first time. */
    MappedByteBuffer mapArea(int area) throws IOException {
        reserve(layout.area(area), layout.areaBytes());
        MappedByteBuffer map = channel.map(MapMode.READ_WRITE, layout.area(area), layout.areaBytes());
        map.order(ByteOrder.LITTLE_ENDIAN);
        return map;
    }

    /** Bytes that the disk holds for it. Any thread. */
    public long reservedBytes() {
        return writtenBytes.get();
    }

    /** Makes the disk hold these bytes. */
    private void reserve(long position, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZERO_BYTES, bytes));
        for (long done = 0; done < bytes; done += zeros.limit()) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - done));
            write(zeros, position + done);
        }
    }

    /** Writes the rest of a buffer. */
    void write(ByteBuffer bytes, long position) throws IOException {
        try {
            int start = bytes.position();
            while (bytes.hasRemaining()) {
                channel.write(bytes, position + bytes.position() - start);
            }
            writtenBytes.addAndGet(bytes.position() - start);
        } catch (IOException e) {
            throw new IOException("the staging file " + path + " cannot grow: " + Sentence.reasonOf(e), e);
        }
    }

    /** Waits until what was written so far is on the disk; for mapped areas see {@link StagingArea#force}. */
    public void force(boolean metadata) throws IOException {
        try {
            channel.force(metadata);
        } catch (IOException e) {
            throw new IOException("the staging file " + path + " cannot be forced to the disk: " + e.getMessage(), e);
        }
    }

    /** Closes and deletes the file; nothing mapped from it may be touched afterwards. */
    public void delete() throws IOException {
        // Mappings keep the blocks of a deleted file alive until they are collected.
        try (FileChannel closing = channel) {
            // An interrupt has closed it already.
            if (closing.isOpen()) {
                closing.truncate(0);
            }
        } finally {
            Files.deleteIfExists(path);
        }
    }

    /** Closes the file and keeps it. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
