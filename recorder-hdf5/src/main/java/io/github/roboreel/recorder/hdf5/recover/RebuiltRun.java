package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.hdf5.deflate.FrameChunk;
import io.github.roboreel.recorder.hdf5.file.ChunkFormat;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.lib.StoredChunks;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.schema.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A run file with what a dead recorder has left, and the proof of it. For one thread. */
final class RebuiltRun {
    private static final long BYTES_BETWEEN_NEWS = 16 << 20;

    private final RunSource run;
    private final Path path;
    private final RecoveryWatch watch;
    private final long ofBytes;
    private final List<DemoRecovery> demos = new ArrayList<>();
    private final Set<String> discarded = new HashSet<>();
    private final Map<Integer, List<List<int[]>>> checksums = new LinkedHashMap<>();
    private long copiedBytes;
    private long toldBytes;

    RebuiltRun(RunSource run, Path path, RecoveryWatch watch) throws IOException {
        this.run = run;
        this.path = path;
        this.watch = watch;
        ofBytes = run.storedBytes();
    }

    /** Demos whose episodes were thrown away; those that never began are not among them. */
    Set<String> discarded() {
        return discarded;
    }

    /** What became of each demo, by number. */
    List<DemoRecovery> demos() {
        return demos;
    }

    /** Makes a new file. */
    void build() throws IOException {
        ChunkFormat format = new ChunkFormat(
                run.layout().chunkRows(), run.frameChunks(), run.description().deflateLevel());
        int numPlaces = numPlaces();
        try (RunFile file =
                RunFile.rebuild(path, run.run(), run.schema(), run.description().attributes(), format, numPlaces)) {
            put(file, numPlaces, false);
        }
    }

    /** Completes a file that holds all chunks that the source names. */
    void complete(RunFile file) throws IOException {
        int numPlaces = 0;
        while (numPlaces < run.run().numDemos() && file.hasDemo(numPlaces)) {
            numPlaces++;
        }
        put(file, numPlaces, true);
    }

    private void put(RunFile file, int numPlaces, boolean inPlace) throws IOException {
        try (DemoRebuild rebuild = new DemoRebuild(run, file, inPlace, this::copied)) {
            long total = 0;
            for (int number = 0; number < numPlaces; number++) {
                Optional<DemoSource> demo = run.demo(number);
                if (demo.isPresent()) {
                    demos.add(rebuild.rebuild(demo.get()));
                    if (demo.get().end().discarded()) {
                        discarded.add(RunFile.demoName(number));
                    }
                    checksums.put(number, rebuild.checksums());
                } else {
                    demos.add(neverBegun(file, number));
                }
                total += demos.get(number).numSamples();
                watch.done(RecoveryStep.REPLAYED_DEMO);
            }
            file.putTotal(total);
            file.flush();
        }
    }

    private void copied(int bytes) {
        copiedBytes += bytes;
        if (copiedBytes - toldBytes >= BYTES_BETWEEN_NEWS) {
            toldBytes = copiedBytes;
            watch.copied(copiedBytes, ofBytes);
        }
    }

    /** Places behind the last that an episode took are not in a closed file either. */
    private int numPlaces() throws IOException {
        int places = run.run().numDemos();
        while (run.run().isContinuous() && places > 0 && run.demo(places - 1).isEmpty()) {
            places--;
        }
        return places;
    }

    private static DemoRecovery neverBegun(RunFile file, int number) throws IOException {
        DemoEnd end = DemoEnd.neverBegun();
        file.putProgress(number, 0, end);
        return new DemoRecovery(RunFile.demoName(number), end.status(), 0, DemoRecovery.Rows.NONE, false, List.of(), 0);
    }

    /**
     * Reads the closed file again.
     *
     * @return a sentence for each chunk that is not what was put there
     */
    List<String> verify() throws IOException {
        List<String> findings = new ArrayList<>();
        StoredChunks chunks = new StoredChunks();
        try (RunFile file = RunFile.openToRead(path, run.schema())) {
            for (Map.Entry<Integer, List<List<int[]>>> demo : checksums.entrySet()) {
                verifyRows(file, demo.getKey(), demo.getValue(), chunks, findings);
                verifyFrames(file, demo.getKey(), demo.getValue(), chunks, findings);
            }
        }
        return findings;
    }

    private void verifyRows(
            RunFile file, int demo, List<List<int[]>> groups, StoredChunks chunks, List<String> findings)
            throws IOException {
        for (int group = 0; group < run.layout().stepGroups().size(); group++) {
            ColumnGroup columns = run.layout().stepGroups().get(group);
            for (int i = 0; i < columns.columns().size(); i++) {
                Field field = columns.columns().get(i).field();
                long rows = file.rows(demo, field);
                for (long row = 0; row < rows; row += columns.chunkRows()) {
                    int expected = groups.get(group).get((int) columns.chunk(row))[i];
                    require(file.storedChunk(demo, field, row, chunks), expected, demo, field, row, findings);
                }
            }
        }
    }

    private void verifyFrames(
            RunFile file, int demo, List<List<int[]>> groups, StoredChunks chunks, List<String> findings)
            throws IOException {
        for (FrameChunk plane : run.frameChunks().all()) {
            int group = run.layout().stepGroups().size() + plane.imageIndex();
            long rows = file.rows(demo, plane.image());
            for (long row = 0; row < rows; row++) {
                int expected = groups.get(group).get((int) row)[plane.plane()];
                require(file.storedChunk(demo, plane, row, chunks), expected, demo, plane.image(), row, findings);
            }
        }
    }

    private static void require(
            StoredChunks.Chunk chunk, int crc, int demo, Field field, long row, List<String> findings) {
        boolean same = chunk != null
                && LegacyFormat.checksum(chunk.bytes(), 0, chunk.bytes().limit()) == crc;
        if (!same) {
            findings.add(RunFile.demoName(demo) + "/" + field + " row " + row + " is not what was written");
        }
    }
}
