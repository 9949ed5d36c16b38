package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.hdf5.lib.StoredChunks;
import io.github.roboreel.recorder.hdf5.read.ChunkFile;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.FrameChunk;
import io.github.roboreel.recorder.hdf5.staging.StagedDemo;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.hdf5.write.ChunkFormat;
import io.github.roboreel.recorder.hdf5.write.RunFile;
import io.github.roboreel.recorder.schema.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A new run file with what a dead recorder's staging file and run file hold, and the proof of it. For one thread. */
final class RebuiltRun {
    private final StagedRun run;
    private final Path path;
    private final List<DemoRecovery> demos = new ArrayList<>();
    private final Map<Integer, List<int[]>> checksums = new LinkedHashMap<>();

    RebuiltRun(StagedRun run, Path path) {
        this.run = run;
        this.path = path;
    }

    /** What became of each demo, by number. */
    List<DemoRecovery> demos() {
        return demos;
    }

    /** @param source the run file of the recorder that died; empty when it is not there */
    void build(Optional<ChunkFile> source, Runnable whenDemoIsPut) throws IOException {
        ChunkFormat format = new ChunkFormat(run.layout().chunkRows(), run.frameChunks(), run.deflateLevel());
        try (RunFile file = RunFile.rebuild(path, run.run(), run.schema(), run.attributes(), format, numPlaces());
                DemoRebuild rebuild = new DemoRebuild(run, source, file)) {
            long total = 0;
            for (int number = 0; number < numPlaces(); number++) {
                Optional<StagedDemo> demo = run.demo(number);
                if (demo.isPresent()) {
                    demos.add(rebuild.rebuild(demo.get()));
                    checksums.put(number, rebuild.checksums());
                } else {
                    demos.add(neverBegun(file, number));
                }
                total += demos.get(number).numSamples();
                whenDemoIsPut.run();
            }
            file.putTotal(total);
            file.flush();
        }
    }

    /** Places behind the last that an episode took are not in a closed file either. */
    private int numPlaces() {
        return run.run().isContinuous()
                ? run.demos().stream().mapToInt(demo -> demo.number() + 1).max().orElse(0)
                : run.run().numDemos();
    }

    private static DemoRecovery neverBegun(RunFile file, int number) throws IOException {
        DemoEnd end = DemoEnd.neverBegun();
        file.putProgress(number, 0, end);
        return new DemoRecovery(RunFile.demoName(number), end.status(), 0, 0, 0, 0, false, List.of(), 0);
    }

    /**
     * Reads the closed file anew.
     *
     * @return a sentence for each chunk that is not what was put there
     */
    List<String> verify() throws IOException {
        List<String> findings = new ArrayList<>();
        StoredChunks chunks = new StoredChunks();
        try (RunFile file = RunFile.openToRead(path, run.schema())) {
            for (Map.Entry<Integer, List<int[]>> demo : checksums.entrySet()) {
                verify(file, demo.getKey(), demo.getValue(), chunks, findings);
            }
        }
        return findings;
    }

    private void verify(RunFile file, int demo, List<int[]> groups, StoredChunks chunks, List<String> findings)
            throws IOException {
        List<ColumnGroup> stepGroups = run.layout().stepGroups();
        for (int group = 0; group < stepGroups.size(); group++) {
            List<ColumnGroup.Column> columns = stepGroups.get(group).columns();
            long rows = file.rows(demo, columns.get(0).field());
            int next = 0;
            for (long row = 0; row < rows; row += stepGroups.get(group).chunkRows()) {
                for (ColumnGroup.Column column : columns) {
                    StoredChunks.Chunk chunk = file.storedChunk(demo, column.field(), row, chunks);
                    require(chunk, groups.get(group)[next++], demo, column.field(), row, findings);
                }
            }
        }
        for (int image = 0; image < run.frameChunks().numImages(); image++) {
            List<FrameChunk> planes = run.frameChunks().ofImage(image);
            Field field = planes.get(0).image();
            long rows = file.rows(demo, field);
            for (long row = 0; row < rows; row++) {
                for (FrameChunk plane : planes) {
                    StoredChunks.Chunk chunk = file.storedChunk(demo, plane, row, chunks);
                    int expected =
                            groups.get(stepGroups.size() + image)[Math.toIntExact(row * planes.size() + plane.plane())];
                    require(chunk, expected, demo, field, row, findings);
                }
            }
        }
    }

    private static void require(
            StoredChunks.Chunk chunk, int crc, int demo, Field field, long row, List<String> findings) {
        boolean same =
                chunk != null && DemoRebuild.crc(chunk.bytes(), chunk.bytes().limit()) == crc;
        if (!same) {
            findings.add(RunFile.demoName(demo) + "/" + field + " row " + row + " is not what was written");
        }
    }
}
