package io.github.roboreel.recorder.hdf5.recover.legacy;

import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.deflate.ImageCodec;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.FrameChunk;
import io.github.roboreel.recorder.hdf5.write.RunFile;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads every value of a repaired run file with the reader that users have, and compares what staging holds too.
 * Deflate's own checksum finds damaged chunks.
 */
final class LegacyVerifier {
    private static final long BATCH_BYTES = 16L << 20;

    private final LegacyRun staged;
    private final ImageCodec codec = Compression.byDefault().imageCodec();
    private final List<String> findings = new ArrayList<>();

    private LegacyVerifier(LegacyRun staged) {
        this.staged = staged;
    }

    /** One sentence per thing that is wrong; empty when all of the file reads and agrees. */
    static List<String> findings(Path file, LegacyRun staged) {
        LegacyVerifier verifier = new LegacyVerifier(staged);
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            for (int env = 0; env < staged.numDemos(); env++) {
                if (!staged.mayLack(env) || reader.hasDemo(RunFile.demoName(env))) {
                    verifier.check(reader, env);
                }
            }
        } catch (IOException e) {
            verifier.findings.add(e.getMessage());
        }
        return verifier.findings;
    }

    private void check(Hdf5RunReader reader, int env) {
        try {
            EpisodeReader demo = reader.demo(RunFile.demoName(env));
            long steps = demo.numSamples();
            for (FieldPhase phase : FieldPhase.values()) {
                for (Field field : staged.schema().layout(phase).fields()) {
                    checkField(demo, field, steps);
                }
            }
            compare(demo, env, steps);
        } catch (IOException e) {
            findings.add(e.getMessage());
        }
    }

    private void checkField(EpisodeReader demo, Field field, long steps) throws IOException {
        String path = field.spec().path();
        DatasetInfo info = demo.info(path);
        boolean step = field.spec().phase() == FieldPhase.STEP;
        if (step ? info.rows() != steps : info.rows() > 1) {
            findings.add(demo.name()
                    + "/"
                    + path
                    + " has "
                    + info.rows()
                    + " rows, expected "
                    + (step ? steps : "at most 1"));
        }
        readAll(demo, path, info);
    }

    /** Reads every row, in batches of whole chunks. */
    static void readAll(EpisodeReader demo, String path, DatasetInfo info) throws IOException {
        long rowBytes = Math.max(1, info.rowElements() * info.dtype().bytes());
        long chunkRows = info.chunkShape().isEmpty() ? 1 : info.chunkShape().get(0);
        long batch = Math.max(1, BATCH_BYTES / rowBytes / chunkRows) * chunkRows;
        for (long from = 0; from < info.rows(); from += batch) {
            demo.readBytes(path, from, Math.min(info.rows(), from + batch));
        }
    }

    private void compare(EpisodeReader demo, int env, long steps) throws IOException {
        LegacyEnv rows = staged.env(env);
        List<ColumnGroup> groups = staged.layout().stepGroups();
        for (int i = 0; i < groups.size(); i++) {
            for (ColumnGroup.Column column : groups.get(i).columns()) {
                compareTrack(demo, groups.get(i), rows.groups().get(i), column, steps);
            }
        }
        for (FrameChunk chunk : staged.frameChunks().all()) {
            compareFrames(demo, env, chunk, steps);
        }
    }

    private void compareTrack(
            EpisodeReader demo, ColumnGroup group, LegacyRows rows, ColumnGroup.Column column, long steps)
            throws IOException {
        String path = column.field().spec().path();
        long from = Math.max(0, steps - (long) group.banks() * group.chunkRows());
        byte[] stored = demo.readBytes(path, from, steps);
        byte[] expected = new byte[column.rowBytes()];
        for (long step = from; step < steps; step++) {
            int at = (int) (step - from) * expected.length;
            if (rows.has(step)) {
                rows.copy(step, column, expected, 0);
                requireEqual(expected, stored, at, demo, path, step);
            }
        }
    }

    private void requireEqual(byte[] expected, byte[] stored, int at, EpisodeReader demo, String path, long step) {
        if (!Arrays.equals(expected, 0, expected.length, stored, at, at + expected.length)) {
            findings.add(demo.name() + "/" + path + " row " + step + " is not what was staged");
        }
    }

    private void compareFrames(EpisodeReader demo, int env, FrameChunk chunk, long steps) throws IOException {
        String path = chunk.image().spec().path();
        Inflater inflater = new Inflater();
        try {
            byte[] expected = new byte[chunk.sizeBytes()];
            for (long step : staged.frames().steps(env, chunk)) {
                Optional<LegacyFrames.Packed> packed = staged.frames().find(env, chunk, step);
                if (step < steps && packed.isPresent()) {
                    inflate(inflater, packed.get(), expected);
                    byte[] stored = codec.filtered(demo.readBytes(path, step, step + 1), chunk);
                    requireEqual(expected, stored, 0, demo, path, step);
                }
            }
        } catch (DataFormatException e) {
            findings.add(demo.name() + "/" + path + ": a staged frame does not inflate");
        } finally {
            inflater.end();
        }
    }

    private void inflate(Inflater inflater, LegacyFrames.Packed packed, byte[] bytes) throws DataFormatException {
        ByteBuffer payload = staged.frames().memory().duplicate();
        inflater.reset();
        inflater.setInput(payload.limit(packed.at() + packed.size()).position(packed.at()));
        Arrays.fill(bytes, (byte) 0);
        inflater.inflate(bytes);
    }
}
