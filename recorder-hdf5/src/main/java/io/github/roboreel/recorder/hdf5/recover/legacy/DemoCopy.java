package io.github.roboreel.recorder.hdf5.recover.legacy;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.deflate.ChunkCodec;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.deflate.ImageCodec;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.FrameChunk;
import io.github.roboreel.recorder.hdf5.write.RunFile;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Copies the steps of one demo that read in every field, up to the first that does not. */
final class DemoCopy implements AutoCloseable {
    private final EpisodeReader demo;
    private final Map<String, Object> attributes;
    private final RunFile target;
    private final LegacyRun run;
    private final int env;
    private final LegacyEnv staged;
    private final List<String> findings;
    private final ChunkCodec codec = Compression.byDefault().codec();
    private final ImageCodec imageCodec = Compression.byDefault().imageCodec();

    /**
     * @param target a new file with this demo in it, empty
     * @param findings gets a sentence for each thing that does not read
     */
    DemoCopy(EpisodeReader demo, RunFile target, LegacyRun run, int env, List<String> findings) throws IOException {
        this.demo = demo;
        this.target = target;
        this.run = run;
        this.env = env;
        this.findings = findings;
        staged = run.env(env);
        attributes = demo.attributes();
    }

    /** Steps that the damaged file promises. */
    long promised() {
        return attributes.get(AttributeNames.NUM_SAMPLES) instanceof Long n ? Math.max(0, n) : 0;
    }

    void copy() throws IOException {
        List<Field> steps = run.schema().layout(FieldPhase.STEP).fields();
        long rows = promised();
        for (Field field : steps) {
            rows = Math.min(rows, readableRows(field, rows));
        }
        for (Field field : steps) {
            if (field.spec().image()) {
                copyFrames(field, rows);
            } else {
                copySteps(field, rows);
            }
        }
        copySingles(FieldPhase.INITIAL);
        copySingles(FieldPhase.FINAL);
        target.putProgress(env, rows, null);
        if (attributes.get(AttributeNames.SIM_ENV_ID) instanceof Long simEnv && simEnv >= 0) {
            target.putSimEnv(env, simEnv.intValue());
        }
        if (rows == promised()) {
            copyVerdict(rows);
        }
        target.flush();
    }

    private int chunkRows(Field field) {
        return field.spec().image() ? 1 : run.layout().chunkRows().of(field.spec());
    }

    /** Reads chunk by chunk up to the first that fails. */
    private long readableRows(Field field, long rows) {
        String path = field.spec().path();
        long row = 0;
        try {
            DatasetInfo info = demo.info(path);
            requireType(field, info);
            long end = Math.min(rows, info.rows());
            while (row < end) {
                long next = Math.min(end, row + chunkRows(field));
                demo.readBytes(path, row, next);
                row = next;
            }
        } catch (IOException e) {
            findings.add("row " + row + " and later: " + e.getMessage());
        }
        return row;
    }

    private void requireType(Field field, DatasetInfo info) throws IOException {
        boolean same = info.dtype() == field.spec().dtype()
                && info.rowElements() == field.spec().elements();
        if (!same) {
            throw new IOException(demo.name()
                    + "/"
                    + field
                    + " is "
                    + info.dtype().label()
                    + info.rowShape()
                    + ", expected "
                    + field.spec().typeText());
        }
    }

    private void copySteps(Field field, long rows) throws IOException {
        int chunkRows = chunkRows(field);
        byte[] chunk = new byte[chunkRows * field.rowBytes()];
        ByteBuffer packed = ByteBuffer.allocateDirect(ChunkCodec.bound(chunk.length));
        for (long first = 0; first < rows; first += chunkRows) {
            long end = Math.min(rows, first + chunkRows);
            byte[] stored = demo.readBytes(field.spec().path(), first, end);
            System.arraycopy(stored, 0, chunk, 0, stored.length);
            Arrays.fill(chunk, stored.length, chunk.length, (byte) 0);
            putStaged(field, first, end, chunk);
            int elementBytes = field.spec().storedElementBytes();
            int size = codec.encode(chunk, chunk.length, elementBytes, packed, 0);
            target.setRows(env, field, end);
            target.writeChunk(env, field, first, 0, packed, 0, size);
        }
    }

    private void copyFrames(Field image, long rows) throws IOException {
        List<FrameChunk> chunks =
                run.frameChunks().all().stream().filter(c -> c.image() == image).toList();
        ByteBuffer packed = ByteBuffer.allocateDirect(ImageCodec.bound(image.rowBytes()));
        for (long row = 0; row < rows; row++) {
            long step = row;
            byte[] frame = demo.readBytes(image.spec().path(), step, step + 1);
            target.setRows(env, image, step + 1);
            imageCodec.encode(ByteBuffer.wrap(frame), chunks, (chunk, bytes, size) -> {
                packed.put(0, bytes, 0, size);
                target.writeFrameChunk(env, chunk, step, packed, 0, size);
            });
        }
    }

    /** A raw chunk has no checksum, so staged rows go before those of the damaged file. */
    private void putStaged(Field field, long first, long end, byte[] chunk) {
        List<ColumnGroup> groups = run.layout().stepGroups();
        for (int i = 0; i < groups.size(); i++) {
            LegacyRows rows = staged.groups().get(i);
            for (ColumnGroup.Column column : groups.get(i).columns()) {
                for (long row = first; row < end && column.field() == field; row++) {
                    if (rows.has(row)) {
                        rows.copy(row, column, chunk, (int) (row - first) * field.rowBytes());
                    }
                }
            }
        }
    }

    private void copySingles(FieldPhase phase) throws IOException {
        for (Field field : run.schema().layout(phase).fields()) {
            try {
                DatasetInfo info = demo.info(field.spec().path());
                requireType(field, info);
                if (info.rows() == 1) {
                    byte[] row = demo.readBytes(field.spec().path(), 0, 1);
                    ByteBuffer direct = ByteBuffer.allocateDirect(row.length).put(0, row);
                    target.writeSingle(env, field, direct, 0);
                }
            } catch (IOException e) {
                Disk.requireRoom(e);
                findings.add(e.getMessage());
            }
        }
    }

    private void copyVerdict(long rows) throws IOException {
        String label = String.valueOf(attributes.get(AttributeNames.STATUS));
        String json = String.valueOf(attributes.get(AttributeNames.EPISODE_METADATA));
        byte[] metadata = json.getBytes(StandardCharsets.UTF_8);
        EpisodeStatus status = DemoEnd.status(label).orElse(EpisodeStatus.RECORDING);
        if (status != EpisodeStatus.RECORDING && metadata.length <= LegacyFormat.METADATA_BYTES) {
            target.putProgress(env, rows, new DemoEnd(status, rows, 0, metadata));
        }
    }

    @Override
    public void close() {
        codec.close();
    }
}
