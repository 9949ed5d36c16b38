package io.github.roboreel.recorder.bench;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Random;

/** Content of the cameras' images: {@code --image-kind} of {@code peers/peer_h5py.py}. */
enum ImageKind {
    /** A moving gradient with the noise of a sensor. */
    GRADIENT {
        @Override
        Pixels frame(int number, int width, int height, Random random) {
            return (x, y, channel) -> {
                int value = switch (channel) {
                    case 0 -> (x + 7 * number) % 256;
                    case 1 -> (y + 3 * number) % 256;
                    default -> (x + y) / 8 % 256;
                };
                return value + random.nextInt(7) - 3;
            };
        }
    },
    /** A smooth random field with shot noise. */
    TEXTURE {
        @Override
        Pixels frame(int number, int width, int height, Random random) {
            double[][][] coarse = coarse(random);
            return (x, y, channel) ->
                    (int) (between(coarse[channel], 20.0 * x / width, 12.0 * y / height) + 2 * random.nextGaussian());
        }
    },
    /** Flat-shaded shapes that move, without noise. */
    RENDERED {
        @Override
        Pixels frame(int number, int width, int height, Random random) {
            return (x, y, channel) -> {
                for (int ball = BALLS.length - 1; ball >= 0; ball--) {
                    int radius = height / 9;
                    int dx = x - (width * (ball + 1) / 5 + 9 * number) % width;
                    int dy = y - height * 3 / 5 - 20 * (ball % 2);
                    if (dx * dx + dy * dy < radius * radius) {
                        return (int) (BALLS[ball][channel] * shade(dx, dy, radius));
                    }
                }
                return y < height / 2 ? WALL[channel] : 120 - 60 * (y - height / 2) / height;
            };
        }
    };

    private static final int[][] BALLS = {{200, 60, 50}, {60, 120, 200}, {240, 200, 40}, {90, 170, 90}};
    private static final int[] WALL = {188, 190, 196};

    /** Values of a frame, beyond 0 to 255 where they are to be cut. */
    @FunctionalInterface
    interface Pixels {
        int at(int x, int y, int channel);
    }

    /** Draws the frame of that number into a buffer of such frames. */
    void draw(int number, int width, int height, Random random, ByteBuffer frames) {
        Pixels pixels = frame(number, width, height, random);
        int at = number * 3 * width * height;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                for (int channel = 0; channel < 3; channel++) {
                    int value = pixels.at(x, y, channel);
                    frames.put(at++, (byte) Math.max(0, Math.min(255, value)));
                }
            }
        }
    }

    abstract Pixels frame(int number, int width, int height, Random random);

    private static double[][][] coarse(Random random) {
        double[][][] values = new double[3][14][22];
        for (double[][] channel : values) {
            for (double[] row : channel) {
                for (int x = 0; x < row.length; x++) {
                    row[x] = random.nextDouble() * 200 + 20;
                }
            }
        }
        return values;
    }

    private static double between(double[][] values, double x, double y) {
        int left = (int) x;
        int top = (int) y;
        double above = mixed(values[top][left], values[top][left + 1], x - left);
        double below = mixed(values[top + 1][left], values[top + 1][left + 1], x - left);
        return mixed(above, below, y - top);
    }

    private static double mixed(double one, double other, double share) {
        return one + (other - one) * share;
    }

    private static double shade(int dx, int dy, int radius) {
        double x = dx + radius / 3;
        double y = dy + radius / 3;
        double shade = 1.1 - (x * x + y * y) / (3.2 * radius * radius);
        return Math.max(0.3, Math.min(1, shade));
    }

    /** As the options call it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
