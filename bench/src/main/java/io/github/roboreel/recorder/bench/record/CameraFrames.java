package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.schema.Field;
import java.nio.ByteBuffer;
import java.util.Random;

/**
 * Eight frames, neither constant nor incompressible, one after the other as often as N frames from any of them need.
 */
final class CameraFrames implements SyntheticValues {
    private static final int FRAMES = 8;

    private final Field field;
    private final int batchBytes;
    private final ByteBuffer pool;

    CameraFrames(Field field, int numEnvs, ImageKind kind, Random random) {
        this.field = field;
        int frameBytes = field.spec().rowBytes();
        batchBytes = Math.multiplyExact(numEnvs, frameBytes);
        pool = ByteBuffer.allocateDirect(Math.multiplyExact(FRAMES + numEnvs, frameBytes));
        int height = field.spec().shape().get(0);
        int width = field.spec().shape().get(1);
        for (int frame = 0; frame < FRAMES; frame++) {
            draw(kind.frame(frame, width, height, random), frame, width, height);
        }
        for (int frame = FRAMES; frame < FRAMES + numEnvs; frame++) {
            pool.put(frame * frameBytes, pool, frame % FRAMES * frameBytes, frameBytes);
        }
    }

    private void draw(ImageKind.Pixels pixels, int frame, int width, int height) {
        int at = frame * 3 * width * height;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                for (int channel = 0; channel < 3; channel++) {
                    int value = pixels.at(x, y, channel);
                    pool.put(at++, (byte) Math.max(0, Math.min(255, value)));
                }
            }
        }
    }

    @Override
    public void load(long step) {
        int from = (int) (step % FRAMES) * field.spec().rowBytes();
        pool.limit(from + batchBytes).position(from);
    }

    @Override
    public void put(BatchWriter rows) {
        rows.put(field, pool);
    }
}
