package io.github.roboreel.recorder.hdf5.recover.legacy;

import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * What an area of a staging file holds of one demo after its writer died; see FORMAT.md. Only what has the right
 * checksum counts.
 */
public final class LegacyEnv {
    private static final int EPISODE_CRC_OFFSET = 60;
    private static final int METADATA_OFFSET = 64;
    private static final long[] NOBODY = {};

    private final int env;
    private final StagingLayout layout;
    private final ByteBuffer area;
    private final List<LegacyRows> groups = new ArrayList<>();
    private final boolean initialGood;
    private final boolean finalGood;
    private final Optional<DemoEnd> episode;

    /** Of an area's bytes, little-endian; one that was never used has zeros there. */
    LegacyEnv(RunSpec run, int env, StagingLayout layout, ByteBuffer area) {
        this.env = env;
        this.layout = layout;
        this.area = area;
        long owner = LegacyFormat.owner(run, env);
        long[] others = layout.isLent() ? others(run, env) : NOBODY;
        layout.stepGroups().forEach(group -> groups.add(new LegacyRows(owner, others, group, area)));
        initialGood = new LegacyRows(owner, NOBODY, layout.initialRow(), area).has(0);
        finalGood = new LegacyRows(owner, NOBODY, layout.finalRow(), area).has(0);
        episode = newestEpisode(env, layout, area);
    }

    private static long[] others(RunSpec run, int env) {
        return IntStream.range(0, run.numDemos())
                .filter(demo -> demo != env)
                .mapToLong(demo -> LegacyFormat.owner(run, demo))
                .toArray();
    }

    /** How the episode stands, as the area's slots say; empty when neither is good, or both are another demo's. */
    static Optional<DemoEnd> newestEpisode(int env, StagingLayout layout, ByteBuffer area) {
        Optional<DemoEnd> newest = Optional.empty();
        int newestSequence = 0;
        for (int slot = 0; slot < LegacyFormat.EPISODE_SLOTS; slot++) {
            int at = LegacyFormat.episodeSlot(slot);
            int sequence = area.getInt(at + 8);
            if (sequence > newestSequence && isGoodSlot(env, area, at)) {
                newest = episode(area, at);
                newestSequence = sequence;
            }
        }
        return newest;
    }

    /** Whether an episode slot of the area says how this demo stands. */
    static boolean slotsName(int env, StagingLayout layout, ByteBuffer area) {
        return IntStream.range(0, LegacyFormat.EPISODE_SLOTS)
                .anyMatch(slot -> isGoodSlot(env, area, LegacyFormat.episodeSlot(slot)));
    }

    private static boolean isGoodSlot(int env, ByteBuffer area, int at) {
        CRC32C crc = new CRC32C();
        crc.update(area.duplicate().limit(at + EPISODE_CRC_OFFSET).position(at));
        int metadata = at + METADATA_OFFSET;
        crc.update(
                area.duplicate().limit(metadata + LegacyFormat.METADATA_BYTES).position(metadata));
        int metadataBytes = area.getInt(at + 28);
        return area.getLong(at) == LegacyFormat.EPISODE_MAGIC
                && area.getInt(at + 12) == env
                && metadataBytes >= 0
                && metadataBytes <= LegacyFormat.METADATA_BYTES
                && area.getInt(at + EPISODE_CRC_OFFSET) == (int) crc.getValue();
    }

    private static Optional<DemoEnd> episode(ByteBuffer area, int at) {
        byte[] label = bytes(area, at + 32, LegacyFormat.STATUS_BYTES);
        byte[] metadata = bytes(area, at + METADATA_OFFSET, area.getInt(at + 28));
        return DemoEnd.status(new String(label, StandardCharsets.US_ASCII))
                .map(s -> new DemoEnd(s, area.getLong(at + 16), 0, metadata));
    }

    private static byte[] bytes(ByteBuffer area, int from, int size) {
        byte[] copy = new byte[size];
        area.get(from, copy);
        return copy;
    }

    /** Whether an episode began, as far as can be told from here. */
    public boolean hasBegun() {
        return episode.isPresent()
                || groups.stream().anyMatch(rows -> !rows.isEmpty())
                || initialGood && area.getLong(0) != 0;
    }

    /** How the episode stands; empty when nothing of that can be read. */
    public Optional<DemoEnd> episode() {
        return episode;
    }

    /** Whether the outcome was staged. */
    boolean hasEnded() {
        return episode.filter(e -> e.status() != EpisodeStatus.RECORDING).isPresent();
    }

    /** The rows of each of the layout's groups of STEP columns. */
    public List<LegacyRows> groups() {
        return groups;
    }

    public boolean hasInitialRow() {
        return initialGood;
    }

    public boolean hasFinalRow() {
        return finalGood;
    }

    /** The simulator's env; empty when that is not staged, or unreadable. */
    public OptionalInt simEnv() {
        return layout.isLent() && LegacyAreas.holder(area).equals(OptionalInt.of(env))
                ? OptionalInt.of(area.getInt(LegacyFormat.SIM_ENV_OFFSET))
                : OptionalInt.empty();
    }

    /** The area, at the layout's offsets. */
    public ByteBuffer area() {
        return area;
    }
}
