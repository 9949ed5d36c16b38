package io.github.roboreel.fleet.export;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Where the facts of some episodes stand, and what a plan needs to know of each: 57 bytes an episode. For one thread.
 */
final class References implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int FIRST_CAPACITY = 16;

    private int size;
    private int[] folders = new int[FIRST_CAPACITY];
    private long[] offsets = new long[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private long[] steps = new long[FIRST_CAPACITY];
    private long[] bytes = new long[FIRST_CAPACITY];
    private long[] orders = new long[FIRST_CAPACITY];
    private byte[] splits = new byte[FIRST_CAPACITY];
    private long[] identities = new long[2 * FIRST_CAPACITY];

    /** Of no episodes yet. */
    public References() {}

    /**
     * An episode.
     *
     * @param offset of its facts in the file of its folder
     * @param length of its facts, bytes
     * @param steps how many it has
     * @param bytes about how many it takes in the dataset
     * @param order what it is sorted by, where that is asked for
     * @param split index of its split
     */
    public record Reference(long offset, int length, long steps, long bytes, long order, int split) {}

    /**
     * Adds an episode of a folder.
     *
     * @param high of the 128 bits that tell it from others
     * @param low of them
     */
    public void add(int folder, Reference episode, long high, long low) {
        grow(size + 1);
        folders[size] = folder;
        offsets[size] = episode.offset();
        lengths[size] = episode.length();
        steps[size] = episode.steps();
        bytes[size] = episode.bytes();
        orders[size] = episode.order();
        splits[size] = (byte) episode.split();
        identities[2 * size] = high;
        identities[2 * size + 1] = low;
        size++;
    }

    /** Adds those of a folder, in which they are of folder 0. */
    public void addAll(int folder, References others) {
        for (int i = 0; i < others.size; i++) {
            add(folder, others, i);
        }
    }

    /** Adds one of others, which keeps its folder. */
    void add(References others, int index) {
        add(others.folders[index], others, index);
    }

    private void add(int folder, References others, int index) {
        add(folder, others.get(index), others.high(index), others.low(index));
    }

    private void grow(int needed) {
        if (needed <= folders.length) {
            return;
        }
        int capacity = folders.length + (folders.length >> 1) + 1;
        folders = Arrays.copyOf(folders, capacity);
        offsets = Arrays.copyOf(offsets, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        steps = Arrays.copyOf(steps, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        orders = Arrays.copyOf(orders, capacity);
        splits = Arrays.copyOf(splits, capacity);
        identities = Arrays.copyOf(identities, 2 * capacity);
    }

    /** How many episodes there are. */
    public int size() {
        return size;
    }

    int folder(int index) {
        return folders[index];
    }

    Reference get(int index) {
        return new Reference(offsets[index], lengths[index], steps[index], bytes[index], orders[index], splits[index]);
    }

    long steps(int index) {
        return steps[index];
    }

    long bytes(int index) {
        return bytes[index];
    }

    int split(int index) {
        return splits[index];
    }

    long order(int index) {
        return orders[index];
    }

    long high(int index) {
        return identities[2 * index];
    }

    long low(int index) {
        return identities[2 * index + 1];
    }
}
