package io.github.roboreel.recorder.hdf5.lib;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The first 48 bytes of a file in the newest format, mended after its writer died: no process has it open, and it ends
 * where the file ends. A file that is shorter than it was is made as long again, with zeros: the library must not be
 * shown blocks behind the end.
 *
 * <p>Layout: HDF5 File Format Specification 3.0, section II.A, "Version 3 Superblock".
 */
public final class Superblock {
    private static final int BYTES = 48;
    private static final int VERSION_OFFSET = 8;
    private static final int FLAGS_OFFSET = 11;
    private static final int END_OF_FILE_OFFSET = 28;
    private static final int CHECKSUM_OFFSET = 44;
    private static final int VERSION = 3;

    /** "\211HDF\r\n\032\n" read as a little-endian number. */
    private static final long SIGNATURE = 0x0a1a_0a0d_4644_4889L;

    /** Addresses and lengths of 8 bytes each. */
    private static final int WIDTHS = 0x0808;

    private Superblock() {}

    /**
     * Mends it in place.
     *
     * @throws IOException when it is not in the newest format or its checksum is wrong, so that the addresses in it
     *     cannot be relied on
     */
    public static void repair(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer block = read(channel);
            if (!isIntact(block)) {
                throw new IOException(file + " has a damaged superblock, so nothing in it can be found any more");
            }
            long end = Math.max(channel.size(), block.getLong(END_OF_FILE_OFFSET));
            if (end > channel.size()) {
                channel.write(ByteBuffer.allocate(1), end - 1);
            }
            block.put(FLAGS_OFFSET, (byte) 0);
            block.putLong(END_OF_FILE_OFFSET, end);
            block.putInt(CHECKSUM_OFFSET, Lookup3.of(block, 0, CHECKSUM_OFFSET));
            block.position(0);
            for (int at = 0; block.hasRemaining(); ) {
                at += channel.write(block, at);
            }
        }
    }

    /** Whether the file starts with a superblock of the newest format whose checksum is wrong. */
    public static boolean isDamaged(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer block = read(channel);
            boolean newest = block.getLong(0) == SIGNATURE && block.get(VERSION_OFFSET) == VERSION;
            return newest && !isIntact(block);
        }
    }

    private static ByteBuffer read(FileChannel channel) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int n = 0; n >= 0 && block.hasRemaining(); ) {
            n = channel.read(block, block.position());
        }
        return block;
    }

    private static boolean isIntact(ByteBuffer block) {
        return block.getLong(0) == SIGNATURE
                && block.get(VERSION_OFFSET) == VERSION
                && block.getShort(VERSION_OFFSET + 1) == WIDTHS
                && block.getInt(CHECKSUM_OFFSET) == Lookup3.of(block, 0, CHECKSUM_OFFSET);
    }
}
