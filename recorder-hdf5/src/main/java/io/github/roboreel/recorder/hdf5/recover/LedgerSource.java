package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.deflate.FrameChunk;
import io.github.roboreel.recorder.hdf5.file.ChunkFile;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.ChunkPlace;
import io.github.roboreel.recorder.hdf5.lib.Superblock;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.RecordedChunks;
import io.github.roboreel.recorder.hdf5.staging.StagedDemo;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.hdf5.staging.StagingDescription;
import io.github.roboreel.recorder.schema.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A run whose ledger says where its chunks stand. No metadata of its run file is read. */
final class LedgerSource implements RunSource {
    private final RunPaths paths;
    private final StagedRun staged;
    private final Optional<ChunkFile> chunks;
    private final List<String> findings = new ArrayList<>();

    /** Closes what is staged with itself. */
    LedgerSource(RunPaths paths, StagedRun staged) throws IOException {
        this.paths = paths;
        this.staged = staged;
        chunks = Files.exists(paths.run()) ? Optional.of(ChunkFile.open(paths.run())) : Optional.empty();
    }

    @Override
    public StagingDescription description() {
        return staged.description();
    }

    @Override
    public Optional<DemoSource> demo(int number) throws IOException {
        return staged.begunDemo(number).map(demo -> new LedgerDemo(staged, demo, chunks, findings));
    }

    @Override
    public List<String> findings() throws IOException {
        List<String> all = new ArrayList<>(findings);
        if (staged.lostRecords() > 0) {
            all.add(Sentence.of(
                    "%s records of %s are damaged",
                    staged.lostRecords(), paths.staging().getFileName()));
        }
        if (staged.isCut()) {
            all.add(Sentence.of("%s was cut", paths.staging().getFileName()));
        }
        return all;
    }

    @Override
    public long storedBytes() {
        long bytes = 0;
        int groups = layout().stepGroups().size() + frameChunks().numImages();
        for (StagedDemo demo : staged.demos()) {
            bytes += layout().areaBytes();
            for (int group = 0; group < groups; group++) {
                RecordedChunks recorded = demo.group(group);
                for (int i = 0; i < recorded.end() * recorded.columns(); i++) {
                    bytes += Math.max(0, recorded.size(i / recorded.columns(), i % recorded.columns()));
                }
            }
        }
        return bytes;
    }

    /** A chunk that the index lacks is put there; one that it has elsewhere, or that is damaged, would be lost. */
    @Override
    public RunFile openToComplete() throws IOException {
        try (RunFile file = RunFile.openAsLeft(paths.run(), schema())) {
            for (StagedDemo demo : staged.demos()) {
                requireAgreement(file, demo);
            }
        }
        if (RunFileProbe.of(paths.run()).isMarked()) {
            Superblock.repair(paths.run());
        }
        return RunFile.openToRepair(paths.run(), schema());
    }

    private void requireAgreement(RunFile file, StagedDemo demo) throws IOException {
        List<ColumnGroup> groups = layout().stepGroups();
        for (int group = 0; group < groups.size(); group++) {
            ColumnGroup columns = groups.get(group);
            for (int i = 0; i < columns.columns().size(); i++) {
                Field field = columns.columns().get(i).field();
                RecordedChunks recorded = demo.group(group);
                for (int chunk = 0; chunk < recorded.end(); chunk++) {
                    long row = (long) chunk * columns.chunkRows();
                    require(file.chunkPlace(demo.number(), field, row), recorded, chunk, i, demo, field);
                }
            }
        }
        for (FrameChunk plane : frameChunks().all()) {
            RecordedChunks recorded = demo.group(groups.size() + plane.imageIndex());
            for (int step = 0; step < recorded.end(); step++) {
                Optional<ChunkPlace> place = file.chunkPlace(demo.number(), plane, step);
                require(place, recorded, step, plane.plane(), demo, plane.image());
            }
        }
    }

    private void require(
            Optional<ChunkPlace> place, RecordedChunks recorded, int chunk, int column, StagedDemo demo, Field field)
            throws IOException {
        boolean isFinished = place.isPresent() && place.get().skippedFilters() == 0;
        boolean agrees = !isFinished
                || recorded.has(chunk)
                        && place.get().address() == recorded.place(chunk, column)
                        && place.get().bytes() == recorded.size(chunk, column)
                        && isWhole(recorded, chunk, column);
        if (!agrees && !isDiscarded(demo)) {
            throw new IOException(Sentence.of(
                    "its index does not agree with %s in chunk %s of %s/%s, so it cannot be completed in place; choose"
                            + " a work folder",
                    paths.staging().getFileName(), chunk, RunFile.demoName(demo.number()), field));
        }
    }

    private boolean isWhole(RecordedChunks recorded, int chunk, int column) throws IOException {
        return chunks.isPresent()
                && chunks.get()
                        .read(recorded.place(chunk, column), recorded.size(chunk, column), recorded.crc(chunk, column))
                        .isPresent();
    }

    private static boolean isDiscarded(StagedDemo demo) {
        return demo.end().filter(DemoEnd::discarded).isPresent();
    }

    @Override
    public void close() throws IOException {
        try (staged) {
            if (chunks.isPresent()) {
                chunks.get().close();
            }
        }
    }
}
