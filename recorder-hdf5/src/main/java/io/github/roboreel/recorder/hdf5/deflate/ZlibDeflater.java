package io.github.roboreel.recorder.hdf5.deflate;

import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/** Deflates with the JDK's zlib. */
final class ZlibDeflater implements BlockDeflater {
    private final Deflater deflater;

    ZlibDeflater(int level) {
        deflater = new Deflater(level, true);
    }

    @Override
    public boolean deflate(byte[] bytes, int from, int size, boolean last, ByteBuffer out) {
        int start = out.position();
        ByteBuffer room = out.duplicate().limit(start + size);
        deflater.reset();
        deflater.setInput(bytes, from, size);
        if (last) {
            deflater.finish();
            deflater.deflate(room);
        } else {
            deflater.deflate(room, Deflater.SYNC_FLUSH);
        }
        boolean complete = last ? deflater.finished() : room.hasRemaining();
        out.position(complete ? room.position() : start);
        return complete;
    }

    @Override
    public void close() {
        deflater.end();
    }
}
