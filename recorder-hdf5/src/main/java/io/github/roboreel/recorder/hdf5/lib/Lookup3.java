package io.github.roboreel.recorder.hdf5.lib;

import java.nio.ByteBuffer;

/**
 * The checksum of HDF5's metadata: Bob Jenkins' lookup3 {@code hashlittle} with the initial value 0
 * (http://burtleburtle.net/bob/hash/, 2006; HDF5 File Format Specification 3.0, section "Disk Format: Level 0A").
 */
final class Lookup3 {
    private static final int GOLDEN = 0xdeadbeef;
    private static final int WORDS_BYTES = 12;

    private int a;
    private int b;
    private int c;

    private Lookup3(int bytes) {
        a = GOLDEN + bytes;
        b = a;
        c = a;
    }

    /** The checksum of so many bytes of a little-endian buffer. */
    static int of(ByteBuffer bytes, int from, int size) {
        if (size == 0) {
            return GOLDEN;
        }
        Lookup3 hash = new Lookup3(size);
        int at = from;
        int end = from + size;
        for (; end - at > WORDS_BYTES; at += WORDS_BYTES) {
            hash.add(bytes, at, WORDS_BYTES);
            hash.mix();
        }
        hash.add(bytes, at, end - at);
        hash.finish();
        return hash.c;
    }

    private void add(ByteBuffer bytes, int at, int count) {
        a += word(bytes, at, Math.min(4, count));
        b += word(bytes, at + 4, Math.min(4, count - 4));
        c += word(bytes, at + 8, Math.min(4, count - 8));
    }

    private static int word(ByteBuffer bytes, int at, int count) {
        int word = 0;
        for (int i = 0; i < count; i++) {
            word |= (bytes.get(at + i) & 0xff) << 8 * i;
        }
        return word;
    }

    private void mix() {
        a = (a - c) ^ Integer.rotateLeft(c, 4);
        c += b;
        b = (b - a) ^ Integer.rotateLeft(a, 6);
        a += c;
        c = (c - b) ^ Integer.rotateLeft(b, 8);
        b += a;
        a = (a - c) ^ Integer.rotateLeft(c, 16);
        c += b;
        b = (b - a) ^ Integer.rotateLeft(a, 19);
        a += c;
        c = (c - b) ^ Integer.rotateLeft(b, 4);
        b += a;
    }

    private void finish() {
        c = (c ^ b) - Integer.rotateLeft(b, 14);
        a = (a ^ c) - Integer.rotateLeft(c, 11);
        b = (b ^ a) - Integer.rotateLeft(a, 25);
        c = (c ^ b) - Integer.rotateLeft(b, 16);
        a = (a ^ c) - Integer.rotateLeft(c, 4);
        b = (b ^ a) - Integer.rotateLeft(a, 14);
        c = (c ^ b) - Integer.rotateLeft(b, 24);
    }
}
