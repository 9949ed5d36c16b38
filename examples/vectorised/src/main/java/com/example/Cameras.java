package com.example;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Two cameras of every cart: one sees the cart on its rail, the other the pole. */
final class Cameras {
    static final int HEIGHT = 32;
    static final int WIDTH = 48;

    private static final int PIXELS = HEIGHT * WIDTH;
    private static final double RAIL_METRES = 4.0;

    private final byte[] rail;
    private final byte[] pole;

    Cameras(int numEnvs) {
        rail = new byte[numEnvs * PIXELS * 3];
        pole = new byte[numEnvs * PIXELS * 3];
    }

    /** Pictures of all envs, uint8, shape (N, HEIGHT, WIDTH, 3): the cart is a red column. */
    byte[] rail() {
        return rail;
    }

    /** As {@link #rail}: the pole is a green line from the bottom's middle. */
    byte[] pole() {
        return pole;
    }

    /** The picture of one env, uint8, shape (HEIGHT, WIDTH, 3). */
    ByteBuffer rail(int env) {
        return ByteBuffer.wrap(rail, env * PIXELS * 3, PIXELS * 3);
    }

    /** As {@link #rail(int)}. */
    ByteBuffer pole(int env) {
        return ByteBuffer.wrap(pole, env * PIXELS * 3, PIXELS * 3);
    }

    void render(float[] states) {
        Arrays.fill(rail, (byte) 30);
        Arrays.fill(pole, (byte) 30);
        for (int env = 0; env < states.length / CartPoles.STATE; env++) {
            drawRail(env, states[env * CartPoles.STATE]);
            drawPole(env, states[env * CartPoles.STATE + 2]);
        }
    }

    private void drawRail(int env, double metres) {
        int column = (int) Math.round((metres / RAIL_METRES + 0.5) * (WIDTH - 1));
        for (int row = HEIGHT / 2; row < HEIGHT; row++) {
            set(rail, env, row, column, 0);
        }
    }

    private void drawPole(int env, double angle) {
        for (int length = 0; length < HEIGHT; length++) {
            int column = (int) Math.round(WIDTH / 2.0 + length * Math.sin(angle));
            set(pole, env, HEIGHT - 1 - (int) (length * Math.cos(angle)), column, 1);
        }
    }

    private static void set(byte[] picture, int env, int row, int column, int channel) {
        if (column >= 0 && column < WIDTH) {
            picture[((env * HEIGHT + row) * WIDTH + column) * 3 + channel] = (byte) 255;
        }
    }
}
