package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.Field;
import java.nio.ByteBuffer;
import java.util.Random;

/**
 * Eight frames of a moving gradient with sensor noise, neither constant nor incompressible, one
 * after the other as often as N frames from any of them need.
 */
final class CameraFrames implements FieldValues {
    private static final int FRAMES = 8;
    private static final int NOISE_LEVELS = 7;

    private final Field field;
    private final int batchBytes;
    private final ByteBuffer pool;

    CameraFrames(Field field, int numEnvs, Random random) {
        this.field = field;
        int frameBytes = field.spec().rowBytes();
        batchBytes = Math.multiplyExact(numEnvs, frameBytes);
        pool = ByteBuffer.allocateDirect(Math.multiplyExact(FRAMES + numEnvs, frameBytes));
        int height = field.spec().shape().get(0);
        int width = field.spec().shape().get(1);
        for (int frame = 0; frame < FRAMES; frame++) {
            draw(frame, width, height, random);
        }
        for (int frame = FRAMES; frame < FRAMES + numEnvs; frame++) {
            pool.put(frame * frameBytes, pool, frame % FRAMES * frameBytes, frameBytes);
        }
    }

    private void draw(int frame, int width, int height, Random random) {
        int at = frame * 3 * width * height;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                pool.put(at++, noisy((x + 7 * frame) % 256, random));
                pool.put(at++, noisy((y + 3 * frame) % 256, random));
                pool.put(at++, noisy((x + y) / 8 % 256, random));
            }
        }
    }

    private static byte noisy(int value, Random random) {
        int noisy = value + random.nextInt(NOISE_LEVELS) - NOISE_LEVELS / 2;
        return (byte) Math.max(0, Math.min(255, noisy));
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
