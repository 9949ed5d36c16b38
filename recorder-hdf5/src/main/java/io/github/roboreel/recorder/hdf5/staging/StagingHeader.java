package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.RunDescription;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The header of a staging file: everything from which the run file could be rebuilt, as JSON behind a magic number, a
 * version, a length and a checksum.
 */
public final class StagingHeader {
    /** "RBSTAGE1" read as a little-endian number. */
    static final long MAGIC = 0x3145_4741_5453_4252L;

    /** In the JSON, under its checksum: a flipped bit elsewhere makes no other version of it. */
    static final String VERSION = AttributeNames.FORMAT_VERSION;

    /** Of versions before 4. */
    public static final String LOG_BYTES = "log_bytes";

    private static final String DEFLATE_LEVEL = "deflate_level";

    static final String CHUNK_ROWS = "chunk_rows";
    static final String CHUNK_BYTES = "chunk_bytes";
    static final String BANKS = "banks";

    /** Only where areas are lent. */
    static final String AREAS = "areas";

    /** Chunks of a frame of each STEP image, for example {@code 3,1}; 1 each when absent. */
    private static final String PLANES = "planes";

    private static final int JSON_OFFSET = 32;
    private static final int ALIGNMENT = 4096;

    /** A second copy further behind than this is not looked for. */
    private static final int MAX_BYTES = 64 << 20;

    private StagingHeader() {}

    /** What the header says of a run that is to be recorded. */
    public static byte[] json(
            RunSpec run, FieldSchema schema, RunAttributes attributes, FrameChunks frames, int deflateLevel) {
        Map<String, Object> storage = new LinkedHashMap<>();
        storage.put(VERSION, (long) StagingLayout.VERSION);
        storage.put(CHUNK_ROWS, (long) ChunkRows.MAX_ROWS);
        storage.put(CHUNK_BYTES, ChunkRows.MAX_BYTES);
        storage.put(BANKS, (long) StagingLayout.BANKS);
        if (run.isContinuous()) {
            storage.put(AREAS, (long) StagingSize.numAreas(run));
        }
        storage.put(DEFLATE_LEVEL, (long) deflateLevel);
        storage.put(AttributeNames.RUN_ID, attributes.runId());
        storage.put(PLANES, frames.planes());
        storage.put(AttributeNames.RECORDER_VERSION, attributes.recorderVersion());
        storage.put(AttributeNames.RECORDED_AT, attributes.recordedAt());
        storage.put(AttributeNames.METRIC_SETS, attributes.metricSets());
        storage.put(AttributeNames.PROVENANCE, attributes.provenance());
        byte[] json = new RunDescription(run, schema, storage).toJson();
        if (json.length > MAX_BYTES - JSON_OFFSET) {
            throw new IllegalArgumentException("the run's description takes "
                    + json.length
                    + " bytes with the instructions of all envs; expected at most "
                    + (MAX_BYTES - JSON_OFFSET)
                    + ", shorten them");
        }
        return json;
    }

    /** How the run's chunks are cut, as the header says. */
    static ChunkRows chunkRows(RunDescription header) {
        long bytes = header.number(CHUNK_BYTES);
        return ChunkRows.within(bytes > 0 ? bytes : ChunkRows.ANY_BYTES);
    }

    /** How the run's frames are cut, as the header says. */
    static FrameChunks frameChunks(RunDescription header) {
        return FrameChunks.parse(header.schema(), header.text(PLANES));
    }

    /** Where the run comes from, as the header says. */
    static RunAttributes attributes(RunDescription header) {
        return new RunAttributes(
                header.text(AttributeNames.RECORDER_VERSION),
                header.text(AttributeNames.RECORDED_AT),
                FormatJson.python(header.run().attributes()),
                header.text(AttributeNames.METRIC_SETS),
                header.text(AttributeNames.RUN_ID),
                header.text(AttributeNames.PROVENANCE));
    }

    /** The level that the datasets' deflate filter names, as the header says. */
    static int deflateLevel(RunDescription header) {
        return (int) Math.max(0, header.number(DEFLATE_LEVEL));
    }

    /** One copy of the header as it stands in the file. */
    public static ByteBuffer block(byte[] json, int headerBytes, int version) {
        ByteBuffer block = ByteBuffer.allocate(headerBytes).order(ByteOrder.LITTLE_ENDIAN);
        block.putLong(MAGIC);
        block.putInt(version);
        block.putInt(headerBytes);
        block.putInt(json.length);
        block.putInt(checksum(json));
        block.put(JSON_OFFSET, json);
        return block.position(0);
    }

    private static int checksum(byte[] json) {
        CRC32C crc = new CRC32C();
        crc.update(json);
        return (int) crc.getValue();
    }

    /** The JSON of the first copy that is whole; the second is searched for by its magic number. */
    public static Optional<byte[]> find(FileChannel file) throws IOException {
        long end = Math.min(file.size(), 2L * MAX_BYTES);
        for (long at = 0; at < end; at += ALIGNMENT) {
            Optional<byte[]> json = at(file, at);
            if (json.isPresent()) {
                return json;
            }
        }
        return Optional.empty();
    }

    private static Optional<byte[]> at(FileChannel file, long at) throws IOException {
        ByteBuffer start = read(file, at, JSON_OFFSET);
        int headerBytes = start.getInt(12);
        int jsonBytes = start.getInt(16);
        boolean plausible = start.getLong(0) == MAGIC
                && (at == 0 || at == headerBytes)
                && jsonBytes > 0
                && jsonBytes <= Math.min(headerBytes, MAX_BYTES) - JSON_OFFSET;
        if (!plausible) {
            return Optional.empty();
        }
        byte[] json = read(file, at + JSON_OFFSET, jsonBytes).array();
        boolean whole = start.getInt(20) == checksum(json);
        return whole ? Optional.of(json) : Optional.empty();
    }

    /** Zeros stand for what is behind the end of the file. */
    private static ByteBuffer read(FileChannel file, long at, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int n = 0; n >= 0 && buffer.hasRemaining(); ) {
            n = file.read(buffer, at + buffer.position());
        }
        return buffer;
    }
}
