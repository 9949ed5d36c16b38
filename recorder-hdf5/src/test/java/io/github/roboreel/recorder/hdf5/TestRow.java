package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.RowLayout;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

/** A row of one phase whose bytes follow from (env, step), with frames that count their holders. */
public final class TestRow implements RowView {
    private final RowLayout layout;
    private final ByteBuffer bytes;
    private final AtomicInteger heldFrames;
    private int env;
    private long step;

    public TestRow(RowLayout layout, AtomicInteger heldFrames) {
        this.layout = layout;
        this.heldFrames = heldFrames;
        bytes = ByteBuffer.allocateDirect(layout.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The bytes of a field in the row of (env, step); every dtype gets a finite value. */
    public static byte[] values(Field field, int env, long step) {
        int elements = field.spec().elements();
        ByteBuffer values = ByteBuffer.allocate(field.spec().rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int c = 0; c < elements; c++) {
            long m = Math.floorMod(31 * step + 7L * c + 101L * env + 13L * field.index(), 1000);
            switch (field.spec().dtype()) {
                case FLOAT16, INT16, UINT16 -> values.putShort((short) m);
                case FLOAT32 -> values.putFloat(m / 1000f);
                case FLOAT64 -> values.putDouble(m / 1000.0);
                case INT32 -> values.putInt((int) m - 500);
                case INT64 -> values.putLong(m << 33);
                case UINT32 -> values.putInt((int) m - 500);
                case UINT64 -> values.putLong(m << 54);
                case UINT8, INT8 -> values.put((byte) m);
                case TEXT -> values.put((byte) ('a' + m % 26));
                case BOOL -> values.put((byte) (m & 1));
            }
        }
        return values.array();
    }

    public TestRow at(int newEnv, long newStep) {
        env = newEnv;
        step = newStep;
        for (Field field : layout.fields()) {
            if (!field.spec().image()) {
                bytes.put(field.offsetBytes(), values(field, env, step));
            }
        }
        return this;
    }

    @Override
    public RowLayout layout() {
        return layout;
    }

    @Override
    public ByteBuffer bytes() {
        return bytes;
    }

    @Override
    public Frame frame(Field image) {
        byte[] pixels = values(image, env, step);
        ByteBuffer direct = ByteBuffer.allocateDirect(pixels.length).put(0, pixels);
        return new Frame() {
            @Override
            public ByteBuffer bytes() {
                return direct;
            }

            @Override
            public int sizeBytes() {
                return pixels.length;
            }

            @Override
            public void retain() {
                heldFrames.incrementAndGet();
            }

            @Override
            public void release() {
                heldFrames.decrementAndGet();
            }
        };
    }
}
