package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.hdf5.deflate.FrameChunk;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The frames' chunks in the log of a staging file whose writer died. Records are searched for at every multiple of 64
 * bytes, so that a damaged one hides no other.
 */
final class LegacyFrames {
    /** A finished chunk in the log. */
    record Packed(int at, int size) {}

    private static final int HEADER_CRC_OFFSET = 48;

    private final ByteBuffer log;
    private final int numEnvs;
    private final FrameChunks chunks;
    private final Map<Integer, TreeMap<Long, Packed>> found = new HashMap<>();

    /** Of a log's bytes, little-endian. */
    LegacyFrames(ByteBuffer log, int numEnvs, FrameChunks chunks) {
        this.log = log;
        this.numEnvs = numEnvs;
        this.chunks = chunks;
        int at = 0;
        while (at <= log.capacity() - LegacyFormat.FRAME_HEAD_BYTES) {
            at += log.getLong(at) == LegacyFormat.FRAME_MAGIC ? take(at) : LegacyFormat.FRAME_HEAD_BYTES;
        }
    }

    /** Takes the record there if it is good, and returns how far it is to the next. */
    private int take(int at) {
        int env = log.getInt(at + 24);
        Optional<FrameChunk> chunk = chunks.find(log.getInt(at + 28), log.getInt(at + LegacyFormat.PLANE_OFFSET));
        int size = log.getInt(at + 32);
        int payload = at + LegacyFormat.FRAME_HEAD_BYTES;
        boolean good = log.getInt(at + HEADER_CRC_OFFSET) == LegacyFormat.checksum(log, at, HEADER_CRC_OFFSET)
                && env >= 0
                && env < numEnvs
                && chunk.isPresent()
                && size > 0
                && size <= log.capacity() - payload
                && log.getInt(at + 36) == LegacyFormat.checksum(log, payload, size);
        if (!good) {
            return LegacyFormat.FRAME_HEAD_BYTES;
        }
        frames(env, chunk.get()).put(log.getLong(at + 16), new Packed(payload, size));
        return (int) LegacyFormat.recordBytes(size);
    }

    private TreeMap<Long, Packed> frames(int env, FrameChunk chunk) {
        return found.computeIfAbsent(env * chunks.all().size() + chunk.index(), k -> new TreeMap<>());
    }

    /** One step's, if it is here. */
    Optional<Packed> find(int env, FrameChunk chunk, long step) {
        return Optional.ofNullable(frames(env, chunk).get(step));
    }

    /** Behind the last step of which that chunk is here. */
    long end(int env, FrameChunk chunk) {
        TreeMap<Long, Packed> all = frames(env, chunk);
        return all.isEmpty() ? 0 : all.lastKey() + 1;
    }

    /** The log, for reading payloads. */
    ByteBuffer memory() {
        return log;
    }
}
