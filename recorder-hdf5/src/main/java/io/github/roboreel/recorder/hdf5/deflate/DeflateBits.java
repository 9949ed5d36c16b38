package io.github.roboreel.recorder.hdf5.deflate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Appends the bits of deflate's blocks to an array, the lowest first. The array needs {@link #SPARE_BYTES} behind what
 * is written. Coded symbols come from tables: {@code code << 5 | bits}, extra bits included. For one thread.
 */
final class DeflateBits {
    static final int SPARE_BYTES = Long.BYTES;
    static final int TABLE_SHIFT = 5;

    /** Four literals' codes fit into what {@link #put} takes. */
    static final int MAX_CODE = 14;

    private static final int TABLE_MASK = (1 << TABLE_SHIFT) - 1;
    private static final int[] DISTANCE_EXTRA_BITS = new int[DeflateSymbols.NO_DISTANCE + 1];
    private static final int[] DISTANCE_EXTRA_MASKS = new int[DeflateSymbols.NO_DISTANCE + 1];
    private static final VarHandle LONGS = littleEndian(long[].class);
    private static final VarHandle INTS = littleEndian(int[].class);

    static {
        for (int symbol = 0; symbol < DeflateSymbols.DISTANCES; symbol++) {
            int bits = DeflateSymbols.distanceExtraBits(symbol);
            DISTANCE_EXTRA_BITS[symbol] = bits;
            DISTANCE_EXTRA_MASKS[symbol] = (1 << bits) - 1;
        }
    }

    private byte[] out;
    private int at;
    private long pending;
    private int pendingBits;

    private static VarHandle littleEndian(Class<?> arrayType) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
    }

    void begin(byte[] target, int from) {
        out = target;
        at = from;
        pending = 0;
        pendingBits = 0;
    }

    /** Appends at most 56 bits; those above {@code count} must be 0. */
    void put(long bits, int count) {
        pending |= bits << pendingBits;
        pendingBits += count;
        LONGS.set(out, at, pending);
        int bytes = pendingBits >>> 3;
        at += bytes;
        pending >>>= bytes << 3;
        pendingBits &= 7;
    }

    /** Appends the code of a table's entry. */
    void putEntry(int entry) {
        put(entry >>> TABLE_SHIFT, entry & TABLE_MASK);
    }

    /** Appends the codes of these bytes. */
    void putLiterals(byte[] bytes, int from, int end, int[] table) {
        int i = putFours(bytes, from, end, table);
        for (; i < end; i++) {
            putEntry(table[bytes[i] & 0xff]);
        }
    }

    /** What is pending stays in local variables, which takes half the time. */
    private int putFours(byte[] bytes, int from, int end, int[] table) {
        byte[] to = out;
        int position = at;
        long bits = pending;
        int count = pendingBits;
        int i = from;
        for (; i <= end - Integer.BYTES; i += Integer.BYTES) {
            int four = (int) INTS.get(bytes, i);
            int a = table[four & 0xff];
            int b = table[four >>> 8 & 0xff];
            int c = table[four >>> 16 & 0xff];
            int d = table[four >>> 24];
            int ab = a >>> TABLE_SHIFT | b >>> TABLE_SHIFT << (a & TABLE_MASK);
            int cd = c >>> TABLE_SHIFT | d >>> TABLE_SHIFT << (c & TABLE_MASK);
            int abBits = (a & TABLE_MASK) + (b & TABLE_MASK);
            bits |= (ab | (long) cd << abBits) << count;
            count += abBits + (c & TABLE_MASK) + (d & TABLE_MASK);
            LONGS.set(to, position, bits);
            position += count >>> 3;
            bits >>>= count & ~7;
            count &= 7;
        }
        at = position;
        pending = bits;
        pendingBits = count;
        return i;
    }

    /** Appends the codes of tokens, without a branch between literals and matches. */
    void putTokens(DeflateTokens tokens, int[] symbolTable, int[] distanceTable) {
        byte[] to = out;
        int[] all = tokens.all();
        int size = tokens.size();
        int position = at;
        long bits = pending;
        int count = pendingBits;
        for (int i = 0; i < size; i++) {
            int token = all[i];
            int symbol = symbolTable[DeflateTokens.symbolIndex(token)];
            int distanceSymbol = DeflateTokens.distanceSymbol(token);
            int code = distanceTable[distanceSymbol];
            int extra = DeflateTokens.distance(token) - 1 & DISTANCE_EXTRA_MASKS[distanceSymbol];
            long both = code >>> TABLE_SHIFT | extra << (code & TABLE_MASK);
            both = both << (symbol & TABLE_MASK) | symbol >>> TABLE_SHIFT;
            bits |= both << count;
            count += (symbol & TABLE_MASK) + (code & TABLE_MASK);
            count += DISTANCE_EXTRA_BITS[distanceSymbol];
            LONGS.set(to, position, bits);
            position += count >>> 3;
            bits >>>= count & ~7;
            count &= 7;
        }
        at = position;
        pending = bits;
        pendingBits = count;
    }

    /** Fills the last byte with zeros. */
    void alignToByte() {
        put(0, -pendingBits & 7);
    }

    /** Appends bytes, at a byte's boundary. */
    void putBytes(byte[] bytes, int from, int count) {
        System.arraycopy(bytes, from, out, at, count);
        at += count;
    }

    /** Behind the last whole byte. */
    int position() {
        return at;
    }
}
