package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.EpisodeStatus;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What an env's area of a staging file holds after its writer died; see FORMAT.md. Only rows whose
 * checksum is right count. A row whose mark is damaged in its step is found by trying the steps
 * that its place allows.
 */
final class StagedEnv {
    private static final int EPISODE_CRC_OFFSET = 60;
    private static final int METADATA_OFFSET = 64;
    private static final int NONE = -1;

    private final int env;
    private final StagingLayout layout;
    private final ByteBuffer area;
    private final CRC32C crc = new CRC32C();

    /** Step of the good row at each place of each bank. */
    private final long[][] steps = new long[StagingLayout.BANKS][StagingLayout.CHUNK_ROWS];

    private final BitSet damagedSteps = new BitSet();
    private final boolean initialGood;
    private final boolean finalGood;
    private final Optional<EpisodeEnd> episode;
    private long lastRowEnd;

    /** Of an area's bytes, little-endian; an env whose area was never used has zeros there. */
    StagedEnv(int env, StagingLayout layout, ByteBuffer area) {
        this.env = env;
        this.layout = layout;
        this.area = area;
        for (int bank = 0; bank < StagingLayout.BANKS; bank++) {
            findRows(bank);
        }
        initialGood = singleIsGood(layout.initialBlock(), layout.initialColumns());
        finalGood = singleIsGood(layout.finalBlock(), layout.finalColumns());
        episode = newestEpisode();
    }

    private void findRows(int bank) {
        Arrays.fill(steps[bank], NONE);
        long newestChunk = NONE;
        for (int i = 0; i < StagingLayout.CHUNK_ROWS; i++) {
            long step = stepOf(mark(bank, i));
            if (fits(step, bank, i) && rowIsGood(bank, i, step)) {
                found(bank, i, step);
                newestChunk = Math.max(newestChunk, step / StagingLayout.CHUNK_ROWS);
            }
        }
        for (int i = 0; i < StagingLayout.CHUNK_ROWS; i++) {
            if (steps[bank][i] == NONE && mark(bank, i) != 0) {
                searchStep(bank, i, newestChunk);
            }
        }
    }

    /** A bank holds rows of one chunk, and behind them rows of the one two chunks before. */
    private void searchStep(int bank, int index, long newestChunk) {
        long newest = newestChunk == NONE ? bank : newestChunk;
        long[] chunks = {newest, newest - StagingLayout.BANKS};
        for (long chunk : chunks) {
            long step = chunk * StagingLayout.CHUNK_ROWS + index;
            if (chunk >= 0 && rowIsGood(bank, index, step)) {
                found(bank, index, step);
                return;
            }
        }
        long marked = stepOf(mark(bank, index));
        boolean plausible = marked >= 0 && Arrays.stream(chunks).anyMatch(c -> inChunk(marked, c));
        if (plausible && fits(marked, bank, index)) {
            damagedSteps.set((int) marked);
        }
    }

    private static boolean inChunk(long step, long chunk) {
        return step / StagingLayout.CHUNK_ROWS == chunk;
    }

    private void found(int bank, int index, long step) {
        steps[bank][index] = step;
        lastRowEnd = Math.max(lastRowEnd, step + 1);
    }

    private long mark(int bank, int index) {
        return area.getLong(layout.bank(bank) + index * StagingLayout.ROW_MARK_BYTES);
    }

    private static long stepOf(long mark) {
        return (mark >>> Integer.SIZE) - 1;
    }

    private static boolean fits(long step, int bank, int index) {
        return step >= 0
                && step % StagingLayout.CHUNK_ROWS == index
                && step / StagingLayout.CHUNK_ROWS % StagingLayout.BANKS == bank;
    }

    private boolean rowIsGood(int bank, int index, long step) {
        startChecksum(step);
        int start = layout.bank(bank);
        for (StagingLayout.Column column : layout.stepColumns()) {
            add(start + column.offset() + index * column.rowBytes(), column.rowBytes());
        }
        return (int) crc.getValue() == (int) mark(bank, index);
    }

    private boolean singleIsGood(int block, List<StagingLayout.Column> columns) {
        startChecksum(0);
        columns.stream().filter(c -> !c.field().spec().image()).forEach(c -> add(block, c));
        columns.stream().filter(c -> c.field().spec().image()).forEach(c -> add(block, c));
        long mark = area.getLong(block);
        return stepOf(mark) == 0 && (int) crc.getValue() == (int) mark;
    }

    private void startChecksum(long step) {
        crc.reset();
        ByteBuffer prefix = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        crc.update(prefix.putLong(env).putLong(step).array());
    }

    private void add(int block, StagingLayout.Column column) {
        add(block + column.offset(), column.rowBytes());
    }

    private void add(int from, int size) {
        crc.update(area.duplicate().limit(from + size).position(from));
    }

    private Optional<EpisodeEnd> newestEpisode() {
        Optional<EpisodeEnd> newest = Optional.empty();
        int newestSequence = 0;
        for (int slot = 0; slot < StagingLayout.EPISODE_SLOTS; slot++) {
            int at = layout.episodeSlot(slot);
            int sequence = area.getInt(at + 8);
            if (sequence > newestSequence && episodeIsGood(at)) {
                newest = episode(at);
                newestSequence = sequence;
            }
        }
        return newest;
    }

    private boolean episodeIsGood(int at) {
        crc.reset();
        add(at, EPISODE_CRC_OFFSET);
        add(at + METADATA_OFFSET, StagingLayout.METADATA_BYTES);
        int metadataBytes = area.getInt(at + 28);
        return area.getLong(at) == EnvStaging.EPISODE_MAGIC
                && area.getInt(at + 12) == env
                && metadataBytes >= 0
                && metadataBytes <= StagingLayout.METADATA_BYTES
                && area.getInt(at + EPISODE_CRC_OFFSET) == (int) crc.getValue();
    }

    private Optional<EpisodeEnd> episode(int at) {
        byte[] label = bytes(at + 32, EnvStaging.STATUS_BYTES);
        byte[] metadata = bytes(at + METADATA_OFFSET, area.getInt(at + 28));
        return EpisodeEnd.status(new String(label, StandardCharsets.US_ASCII))
                .map(
                        s ->
                                new EpisodeEnd(
                                        s,
                                        area.getLong(at + 16),
                                        area.getInt(at + 24) == 1,
                                        metadata));
    }

    private byte[] bytes(int from, int size) {
        byte[] copy = new byte[size];
        area.get(from, copy);
        return copy;
    }

    /** Whether an episode began, as far as can be told from here. */
    boolean hasBegun() {
        return episode.isPresent() || lastRowEnd > 0 || initialGood && area.getLong(0) != 0;
    }

    /** How the episode stands; empty when nothing of that can be read. */
    Optional<EpisodeEnd> episode() {
        return episode;
    }

    /** Whether the outcome was staged. */
    boolean hasEnded() {
        return episode.filter(e -> e.status() != EpisodeStatus.RECORDING).isPresent();
    }

    boolean hasRow(long step) {
        int bank = (int) (step / StagingLayout.CHUNK_ROWS % StagingLayout.BANKS);
        return steps[bank][(int) (step % StagingLayout.CHUNK_ROWS)] == step;
    }

    /** Behind the last step of which there is a trace, damaged or whole. */
    long evidenceEnd() {
        return Math.max(lastRowEnd, damagedSteps.length());
    }

    /** Steps from {@code from} on whose rows are there, but damaged. */
    int damagedRows(long from) {
        return (int) damagedSteps.stream().filter(s -> s >= from).count();
    }

    boolean hasInitialRow() {
        return initialGood;
    }

    boolean hasFinalRow() {
        return finalGood;
    }

    /** The area, at the layout's offsets. */
    ByteBuffer area() {
        return area;
    }

    /** Copies one field of a good row. */
    void copy(long step, StagingLayout.Column column, byte[] to, int at) {
        int bank = layout.bank(step / StagingLayout.CHUNK_ROWS);
        int index = (int) (step % StagingLayout.CHUNK_ROWS);
        int from = bank + column.offset() + index * column.rowBytes();
        area.get(from, to, at, column.rowBytes());
    }
}
