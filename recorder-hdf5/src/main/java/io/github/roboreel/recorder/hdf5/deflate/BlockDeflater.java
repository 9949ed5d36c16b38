package io.github.roboreel.recorder.hdf5.deflate;

import java.nio.ByteBuffer;

/** Makes whole deflate blocks (RFC 1951) of a piece of a chunk. For one thread; close it. */
interface BlockDeflater extends AutoCloseable {
    /** Never makes any, so that everything is stored. */
    BlockDeflater NONE = new BlockDeflater() {
        @Override
        public boolean deflate(byte[] bytes, int from, int size, boolean last, ByteBuffer out) {
            return false;
        }

        @Override
        public void close() {}
    };

    /**
     * Appends blocks that end on a byte's boundary and refer to nothing before them.
     *
     * @param last whether they end the stream
     * @param out has room for {@code size} bytes or more
     * @return false when that saves nothing; {@code out} is as it was
     */
    boolean deflate(byte[] bytes, int from, int size, boolean last, ByteBuffer out);

    @Override
    void close();
}
