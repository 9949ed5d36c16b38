package io.github.roboreel.recorder.hdf5.recover;

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
import java.util.zip.CRC32C;

/**
 * What an area of a staging file holds of one demo after its writer died; see FORMAT.md. Only what has the right
 * checksum counts.
 */
final class LegacyEnv {
    private static final int EPISODE_CRC_OFFSET = 60;
    private static final int METADATA_OFFSET = 64;

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
        layout.stepGroups().forEach(group -> groups.add(new LegacyRows(owner, group, area)));
        initialGood = new LegacyRows(owner, layout.initialRow(), area).has(0);
        finalGood = new LegacyRows(owner, layout.finalRow(), area).has(0);
        episode = newestEpisode(env, area);
    }

    /** How the episode stands, as the area's slots say; empty when neither is good, or both are another demo's. */
    private static Optional<DemoEnd> newestEpisode(int env, ByteBuffer area) {
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
    boolean hasBegun() {
        return episode.isPresent()
                || groups.stream().anyMatch(rows -> rows.end() > 0)
                || initialGood && area.getLong(0) != 0;
    }

    /** How the episode stands; empty when nothing of that can be read. */
    Optional<DemoEnd> episode() {
        return episode;
    }

    /** Whether the outcome was staged. */
    boolean hasEnded() {
        return episode.filter(e -> e.status() != EpisodeStatus.RECORDING).isPresent();
    }

    /** The rows of each of the layout's groups of STEP columns. */
    List<LegacyRows> groups() {
        return groups;
    }

    boolean hasInitialRow() {
        return initialGood;
    }

    boolean hasFinalRow() {
        return finalGood;
    }

    /** The simulator's env; empty when that is not staged, or unreadable. */
    OptionalInt simEnv() {
        return layout.isLent() && LegacyFormat.holder(area).equals(OptionalInt.of(env))
                ? OptionalInt.of(area.getInt(LegacyFormat.SIM_ENV_OFFSET))
                : OptionalInt.empty();
    }

    /** The area, at the layout's offsets. */
    ByteBuffer area() {
        return area;
    }
}
