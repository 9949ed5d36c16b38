package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.staging.ChunkRows;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.hdf5.staging.StagingDescription;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A run whose writer died, and what is in its staging file, opened for reading. Nothing may write it meanwhile. What is
 * damaged in it is left out, never a reason to fail.
 */
final class LegacyRun implements AutoCloseable {
    private static final int SCAN_BYTES = 1 << 20;
    private static final int NONE = -1;
    private static final ByteBuffer NOTHING =
            ByteBuffer.allocateDirect(SCAN_BYTES).asReadOnlyBuffer();

    private final FileChannel file;
    private final StagingDescription description;
    private final RunSpec run;
    private final StagingLayout layout;
    private final LegacyFrames frames;
    private final Map<Integer, Integer> lentAreas = new HashMap<>();
    private final List<String> findings = new ArrayList<>();
    private ByteBuffer emptyArea;

    private LegacyRun(FileChannel file, StagingDescription description) throws IOException {
        this.file = file;
        this.description = description;
        run = description.run();
        layout = description.layout();
        FrameChunks frameChunks = description.frameChunks();
        ByteBuffer log = log(frameChunks.all().isEmpty() ? 0 : description.logBytes());
        frames = new LegacyFrames(log, run.numDemos(), frameChunks);
        for (int area = 0; layout.isLent() && area < layout.numAreas(); area++) {
            findHolder(area);
        }
    }

    /** What a damaged header hides is named, never guessed at. */
    private void findHolder(int number) throws IOException {
        ByteBuffer area = area(number);
        OptionalInt holder = LegacyFormat.holder(area);
        if (holder.isPresent()) {
            lentAreas.put(holder.getAsInt(), number);
        } else if (area.getLong(0) != 0) {
            findings.add(Sentence.of("area %s of the staging file is damaged; what was staged there is lost", number));
        }
    }

    /** Of a run of which nothing is staged. */
    static LegacyRun empty(
            RunSpec run, FieldSchema schema, RunAttributes attributes, ChunkRows chunkRows, FrameChunks frameChunks)
            throws IOException {
        StagingLayout layout =
                StagingSize.layout(schema, run.numDemos(), false, 1, chunkRows, LegacyFormat.AREA_HEAD_BYTES);
        int level = Compression.byDefault().deflateLevel();
        return new LegacyRun(null, new StagingDescription(0, run, schema, attributes, layout, frameChunks, level, 0));
    }

    /**
     * Opens it.
     *
     * @param outputFolder the folder above the env's
     * @return empty when neither copy of the header is whole
     * @throws NewerFormatException when a newer RoboReel wrote it
     */
    static Optional<LegacyRun> open(Path path, Path outputFolder) throws IOException {
        FileChannel file = FileChannel.open(path);
        Optional<LegacyRun> staged = Optional.empty();
        try {
            Optional<StagingDescription> description = StagingDescription.read(file, path, outputFolder)
                    .filter(known -> known.version() < StagingLayout.VERSION);
            if (description.isPresent()) {
                staged = Optional.of(new LegacyRun(file, description.get()));
            }
            return staged;
        } finally {
            if (staged.isEmpty()) {
                file.close();
            }
        }
    }

    /** The part of the frame log that was ever written. */
    private ByteBuffer log(long logBytes) throws IOException {
        long used = dataEnd(layout.ledger(), logBytes);
        long reserved = (used + LegacyFormat.RESERVED_LOG_BYTES - 1) / LegacyFormat.RESERVED_LOG_BYTES;
        return mapped(layout.ledger(), (int) Math.min(logBytes, reserved * LegacyFormat.RESERVED_LOG_BYTES));
    }

    /**
     * Behind the last block with a byte that is not zero. What was never written is a hole, and to look into a hole
     * through mapped memory takes a block of some file systems: on a full one that is a bus error.
     */
    private long dataEnd(long position, long bytes) throws IOException {
        long there = file == null ? 0 : Math.min(bytes, file.size() - position);
        ByteBuffer block = ByteBuffer.allocate(SCAN_BYTES);
        for (long end = there; end > 0; end -= block.limit()) {
            block.clear().limit((int) Math.min(SCAN_BYTES, end));
            readFully(block, position + end - block.limit());
            if (block.flip().mismatch(NOTHING.duplicate().limit(block.limit())) >= 0) {
                return end;
            }
        }
        return 0;
    }

    private void readFully(ByteBuffer block, long position) throws IOException {
        for (int n = 0; n >= 0 && block.hasRemaining(); ) {
            n = file.read(block, position + block.position());
        }
        block.position(block.limit());
    }

    /** The bytes there, with zeros for what is behind the end of the file. */
    private ByteBuffer mapped(long position, int bytes) throws IOException {
        long size = file == null ? 0 : file.size();
        long there = Math.max(0, Math.min(bytes, size - position));
        ByteBuffer buffer;
        if (there == bytes && bytes > 0) {
            buffer = file.map(MapMode.READ_ONLY, position, bytes);
        } else {
            buffer = ByteBuffer.allocateDirect(bytes);
            if (there > 0) {
                readFully(buffer.limit((int) there), position);
            }
            buffer.clear();
        }
        return buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** What was to be recorded, and how it is stored. */
    StagingDescription description() {
        return description;
    }

    /** Demos that the run file has places for. */
    int numDemos() {
        return run.numDemos();
    }

    /** What is staged of one demo; nothing when the area that it was lent is another's again. */
    LegacyEnv env(int demo) throws IOException {
        int area = layout.isLent() ? lentAreas.getOrDefault(demo, NONE) : demo;
        return new LegacyEnv(run, demo, layout, area == NONE ? emptyArea() : area(area));
    }

    /** Whether areas were lent and none of them holds anything of this demo: it is complete, or never began. */
    boolean isWithoutArea(int demo) {
        return layout.isLent() && !lentAreas.containsKey(demo);
    }

    /** Whether the run file may be without this demo: closing takes out places that no episode took. */
    boolean mayLack(int demo) throws IOException {
        return run.isContinuous() && !env(demo).hasBegun();
    }

    /** A sentence for each area of which nothing says whose it is. */
    List<String> findings() {
        return findings;
    }

    private ByteBuffer area(int area) throws IOException {
        boolean used = dataEnd(layout.area(area), layout.areaBytes()) > 0;
        return used ? mapped(layout.area(area), layout.areaBytes()) : emptyArea();
    }

    private ByteBuffer emptyArea() {
        if (emptyArea == null) {
            emptyArea = ByteBuffer.allocateDirect(layout.areaBytes()).asReadOnlyBuffer();
        }
        return emptyArea.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    LegacyFrames frames() {
        return frames;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
