package io.github.roboreel.recorder.hdf5.deflate;

import com.intel.gkl.compression.IntelDeflater;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/**
 * Deflates with ISA-L's igzip, several times as fast as zlib. Its binding can only end a stream, and so zlib makes the
 * blocks that others follow.
 */
final class IgzipDeflater implements BlockDeflater {
    private static final int FASTEST = 1;
    private static final int SPARE_BYTES = 1024;

    private final Deflater igzip = new IntelDeflater(FASTEST, true);
    private final BlockDeflater zlib = new ZlibDeflater(FASTEST);
    private byte[] input = new byte[0];
    private byte[] output = new byte[0];

    /** Only where {@link IgzipLibrary#isLoaded}. */
    IgzipDeflater() {}

    @Override
    public boolean deflate(byte[] bytes, int from, int size, boolean last, ByteBuffer out) {
        if (!last) {
            return zlib.deflate(bytes, from, size, false, out);
        }
        if (output.length < bound(size)) {
            output = new byte[bound(size)];
        }
        igzip.reset();
        igzip.setInput(fromStart(bytes, from, size), 0, size);
        igzip.finish();
        int packed = igzip.deflate(output, 0, output.length);
        if (!igzip.finished() || packed >= size) {
            return false;
        }
        out.put(output, 0, packed);
        return true;
    }

    /** The binding throws when its output does not fit. */
    private static int bound(int size) {
        return size + size / 8 + SPARE_BYTES;
    }

    /** The binding takes no offset. */
    private byte[] fromStart(byte[] bytes, int from, int size) {
        if (from == 0) {
            return bytes;
        }
        if (input.length < size) {
            input = new byte[size];
        }
        System.arraycopy(bytes, from, input, 0, size);
        return input;
    }

    @Override
    public void close() {
        igzip.end();
        zlib.close();
    }
}
