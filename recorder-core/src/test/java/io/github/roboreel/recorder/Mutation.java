package io.github.roboreel.recorder;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Damages the bytes of a file or a message, the same way for the same random numbers. */
public final class Mutation {
    private static final int MAX_BLOCK = 4096;

    /** What a value in a text file may be replaced with. */
    private static final List<String> NASTY_VALUES = List.of(
            "1e999999999",
            "-1e999999999",
            "99999999999999999999999999",
            "2147483648",
            "-1",
            "-0.0",
            "0",
            "1e-400",
            "NaN",
            "-Infinity",
            "null",
            "true",
            "{}",
            "[]",
            "\"\"",
            "\"../../../outside\"",
            "\"/outside\"",
            "\"a\\u0000b\\u001b[31m\\r\\n\\u202e\"",
            "\"\\ud800\"",
            "[[[[[[[[1]]]]]]]]",
            "&a [*a, *a]",
            "!!java.net.URL [x]");

    private static final Pattern VALUE = Pattern.compile("-?\\d[\\d.e+-]*|\"[^\"\\\\]*\"|true|null");

    private final Random random;

    public Mutation(Random random) {
        this.random = random;
    }

    /** A damaged copy; one to four kinds of damage. */
    public byte[] of(byte[] original, boolean isText) {
        byte[] bytes = original;
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            bytes = once(bytes, isText);
        }
        return bytes;
    }

    private byte[] once(byte[] bytes, boolean isText) {
        if (bytes.length < 2) {
            return new byte[] {(byte) random.nextInt(256)};
        }
        return switch (random.nextInt(isText ? 12 : 8)) {
            case 0, 1 -> flipped(bytes);
            case 2 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 3 -> replaced(bytes, position(bytes), 0, randomBlock());
            case 4 -> replaced(bytes, position(bytes), block(), new byte[0]);
            case 5 -> swapped(bytes);
            case 6 -> filled(bytes, (byte) (random.nextBoolean() ? 0 : 0xff));
            case 7 -> replacedNumber(bytes);
            case 8 -> replaced(bytes, 0, 0, new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf});
            case 9 -> nested(bytes);
            default -> replacedValue(bytes);
        };
    }

    /** Headers matter most, so low positions are as likely as all others together. */
    private int position(byte[] bytes) {
        int end = random.nextBoolean() ? bytes.length : Math.min(bytes.length, MAX_BLOCK);
        return random.nextInt(end);
    }

    private int block() {
        return 1 + random.nextInt(random.nextBoolean() ? 8 : MAX_BLOCK);
    }

    private byte[] randomBlock() {
        byte[] block = new byte[block()];
        random.nextBytes(block);
        return block;
    }

    private byte[] flipped(byte[] bytes) {
        byte[] copy = bytes.clone();
        for (int left = 1 + random.nextInt(16); left > 0; left--) {
            copy[position(bytes)] ^= (byte) (1 << random.nextInt(8));
        }
        return copy;
    }

    private static byte[] replaced(byte[] bytes, int at, int length, byte[] by) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, at);
        out.writeBytes(by);
        int rest = Math.min(bytes.length, at + length);
        out.write(bytes, rest, bytes.length - rest);
        return out.toByteArray();
    }

    private byte[] swapped(byte[] bytes) {
        byte[] copy = bytes.clone();
        int length = Math.min(block(), bytes.length / 2);
        int from = random.nextInt(bytes.length - length);
        int to = random.nextInt(bytes.length - length);
        System.arraycopy(bytes, from, copy, to, length);
        System.arraycopy(bytes, to, copy, from, length);
        return copy;
    }

    private byte[] filled(byte[] bytes, byte value) {
        byte[] copy = bytes.clone();
        int from = position(bytes);
        Arrays.fill(copy, from, Math.min(bytes.length, from + block()), value);
        return copy;
    }

    /** A length or an address of 1, 2, 4 or 8 bytes gets another size. */
    private byte[] replacedNumber(byte[] bytes) {
        int width = 1 << random.nextInt(4);
        long[] sizes = {-1, Long.MAX_VALUE, 1L << 31, 1L << 20, random.nextInt(1 << 16), 0};
        long number = sizes[random.nextInt(sizes.length)];
        byte[] by = new byte[width];
        for (int i = 0; i < width; i++) {
            by[i] = (byte) (number >> 8 * i);
        }
        return replaced(bytes, position(bytes), width, by);
    }

    private byte[] nested(byte[] bytes) {
        byte[] deep = (random.nextBoolean() ? "[" : "{\"a\":").repeat(3000).getBytes();
        return replaced(bytes, random.nextInt(bytes.length), 0, deep);
    }

    private byte[] replacedValue(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        List<MatchResult> values = new ArrayList<>(VALUE.matcher(text).results().toList());
        if (values.isEmpty()) {
            return flipped(bytes);
        }
        MatchResult value = values.get(random.nextInt(values.size()));
        String by = NASTY_VALUES.get(random.nextInt(NASTY_VALUES.size()));
        return replaced(bytes, value.start(), value.end() - value.start(), by.getBytes());
    }
}
