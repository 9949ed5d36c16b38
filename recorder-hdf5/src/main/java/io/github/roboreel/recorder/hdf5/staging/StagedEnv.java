package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.write.EpisodeEnd;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Content of an env's area of a staging file after its writer died; see FORMAT.md. Only what has the right checksum
 * counts.
 */
public final class StagedEnv {
    private static final int EPISODE_CRC_OFFSET = 60;
    private static final int METADATA_OFFSET = 64;

    private final int env;
    private final StagingLayout layout;
    private final ByteBuffer area;
    private final CRC32C crc = new CRC32C();

    private final List<StagedRows> groups = new ArrayList<>();
    private final boolean initialGood;
    private final boolean finalGood;
    private final Optional<EpisodeEnd> episode;

    /** Of an area's bytes, little-endian; an env whose area was never used has zeros there. */
    StagedEnv(int env, StagingLayout layout, ByteBuffer area) {
        this.env = env;
        this.layout = layout;
        this.area = area;
        layout.stepGroups().forEach(group -> groups.add(new StagedRows(env, group, area)));
        initialGood = new StagedRows(env, layout.initialRow(), area).has(0);
        finalGood = new StagedRows(env, layout.finalRow(), area).has(0);
        episode = newestEpisode();
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
                .map(s -> new EpisodeEnd(s, area.getLong(at + 16), area.getInt(at + 24) == 1, metadata));
    }

    private byte[] bytes(int from, int size) {
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
    public Optional<EpisodeEnd> episode() {
        return episode;
    }

    /** Whether the outcome was staged. */
    boolean hasEnded() {
        return episode.filter(e -> e.status() != EpisodeStatus.RECORDING).isPresent();
    }

    /** The rows of each of the layout's groups of STEP columns. */
    public List<StagedRows> groups() {
        return groups;
    }

    public boolean hasInitialRow() {
        return initialGood;
    }

    public boolean hasFinalRow() {
        return finalGood;
    }

    /** The area, at the layout's offsets. */
    public ByteBuffer area() {
        return area;
    }
}
