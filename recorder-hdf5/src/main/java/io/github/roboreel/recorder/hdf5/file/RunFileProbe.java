package io.github.roboreel.recorder.hdf5.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What a file's superblock says, read in plain Java: a failed H5Fopen can keep its lock for the life of the process, so
 * a doubtful file must not reach the library.
 *
 * <p>Layout: HDF5 File Format Specification 3.0, section II.A, "Format Signature and Superblock".
 *
 * @param markedOpen whether a writer has it open, or died with it
 * @param markedSwmr likewise, and lets others read along
 * @param endOfFile how long it should be, bytes
 * @param length how long it is, bytes
 * @param start where the superblock is: behind a user block, if there is one
 * @param baseAddress what the superblock says of that
 */
public record RunFileProbe(
        boolean markedOpen, boolean markedSwmr, long endOfFile, long length, long start, long baseAddress) {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    private static final int MAX_SUPERBLOCK = 100;
    private static final int NEWEST_VERSION = 3;
    private static final int OPEN_FOR_WRITE = 1;
    private static final int OPEN_FOR_SWMR = 4;

    /**
     * Reads the superblock.
     *
     * @throws IOException saying what the path is when it is no HDF5 file
     */
    public static RunFileProbe of(Path file) throws IOException {
        requireReadable(file);
        try (FileChannel channel = FileChannel.open(file)) {
            return of(file, channel);
        }
    }

    /**
     * Refuses what is no file that this user can read.
     *
     * @throws IOException saying what the path is
     */
    public static void requireReadable(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a folder; give a run file such as run_0.hdf5");
        }
        if (!Files.exists(file)) {
            throw new IOException(file + " does not exist; give a run file such as run_0.hdf5");
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException(
                    file + " is no regular file but a pipe or a device; give a run file such as run_0.hdf5");
        }
        if (!Files.isReadable(file)) {
            throw new IOException(file + " cannot be read; give this user the right to read it");
        }
    }

    /**
     * As {@link #of(Path)}, of bytes from anywhere.
     *
     * @param file its name, for messages
     */
    public static RunFileProbe of(Object file, SeekableByteChannel channel) throws IOException {
        long start = start(file, channel);
        ByteBuffer block = block(channel, start);
        int version = block.get(8);
        if (version < 0 || version > NEWEST_VERSION) {
            throw new IOException(file
                    + " has HDF5 superblock version "
                    + (version & 0xff)
                    + ", expected 0 to 3; it is damaged or newer than this reader");
        }
        return version < 2 ? oldFormat(block, version, channel, start) : newFormat(block, version, channel, start);
    }

    /** Whether a writer has the file open, or died with it. */
    public boolean isMarked() {
        return markedOpen || markedSwmr;
    }

    /** Whether bytes that the superblock promises are missing. */
    public boolean truncated() {
        return endOfFile > length;
    }

    /** A user block of 512 bytes or a power of two times that may stand before the superblock. */
    private static long start(Object file, SeekableByteChannel channel) throws IOException {
        for (long at = 0; at < channel.size(); at = at == 0 ? 512 : at * 2) {
            if (Arrays.equals(SIGNATURE, Arrays.copyOf(block(channel, at).array(), SIGNATURE.length))) {
                return at;
            }
        }
        throw new IOException(file + " is not an HDF5 file: it has no HDF5 signature; give another file");
    }

    private static ByteBuffer block(SeekableByteChannel channel, long at) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(MAX_SUPERBLOCK);
        channel.position(at);
        for (int n = 0; n >= 0 && block.hasRemaining(); ) {
            n = channel.read(block);
        }
        return block.order(ByteOrder.LITTLE_ENDIAN);
    }

    private static RunFileProbe oldFormat(ByteBuffer block, int version, SeekableByteChannel channel, long start)
            throws IOException {
        int offsetBytes = block.get(13);
        int addresses = version == 0 ? 24 : 28;
        long end = address(block, addresses + 2 * offsetBytes, offsetBytes);
        long base = address(block, addresses, offsetBytes);
        return new RunFileProbe(false, false, end, channel.size(), start, base);
    }

    private static RunFileProbe newFormat(ByteBuffer block, int version, SeekableByteChannel channel, long start)
            throws IOException {
        int offsetBytes = block.get(9);
        int flags = version == NEWEST_VERSION ? block.get(11) : 0;
        long end = address(block, 12 + 2 * offsetBytes, offsetBytes);
        boolean isOpen = (flags & OPEN_FOR_WRITE) != 0;
        boolean isSwmr = (flags & OPEN_FOR_SWMR) != 0;
        long base = address(block, 12, offsetBytes);
        return new RunFileProbe(isOpen, isSwmr, end, channel.size(), start, base);
    }

    /** An unknown width is left for the library to judge. */
    private static long address(ByteBuffer block, int at, int bytes) {
        return switch (bytes) {
            case 4 -> block.getInt(at) & 0xffff_ffffL;
            case 8 -> block.getLong(at);
            default -> 0;
        };
    }
}
