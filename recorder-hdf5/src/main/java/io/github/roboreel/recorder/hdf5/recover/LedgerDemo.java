package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.hdf5.deflate.ChunkDecoder;
import io.github.roboreel.recorder.hdf5.file.ChunkFile;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.RecordedChunks;
import io.github.roboreel.recorder.hdf5.staging.StagedDemo;
import io.github.roboreel.recorder.hdf5.staging.StagedRows;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;

/** A demo by the ledger: chunks of which the checksum is right, and the rows of its staging area. */
final class LedgerDemo implements DemoSource {
    private final StagedRun run;
    private final StagedDemo demo;
    private final Optional<ChunkFile> chunks;
    private final DemoEnd end;

    /** @param findings gets a sentence when records of the demo contradict each other */
    LedgerDemo(StagedRun run, StagedDemo demo, Optional<ChunkFile> chunks, List<String> findings) {
        this.run = run;
        this.demo = demo;
        this.chunks = chunks;
        DemoEnd recorded = demo.end().orElse(run.recording(demo));
        boolean isTrue = !recorded.hasEnded() || recorded.discarded() || mostRecorded() <= recorded.numSamples();
        end = isTrue ? recorded : run.recording(demo);
        if (!isTrue || demo.isContradictory()) {
            findings.add(RunFile.demoName(number()) + ": records of the staging file contradict each other");
        }
    }

    /** Steps that the longest of the groups has in its recorded chunks. */
    private long mostRecorded() {
        long most = 0;
        for (int group = 0; group < numStepGroups() + run.frameChunks().numImages(); group++) {
            RecordedChunks recorded = demo.group(group);
            int last = recorded.end() - 1;
            most = Math.max(most, last < 0 ? 0 : (long) last * run.layout().chunkRows(group) + recorded.rows(last));
        }
        return most;
    }

    private int numStepGroups() {
        return run.layout().stepGroups().size();
    }

    private ColumnGroup columns(int group) {
        return run.layout().stepGroups().get(group);
    }

    @Override
    public int number() {
        return demo.number();
    }

    @Override
    public int simEnv() {
        return demo.simEnv();
    }

    @Override
    public Optional<EpisodeInfo> ownInfo() {
        return demo.ownInfo();
    }

    @Override
    public DemoEnd end() {
        return end;
    }

    @Override
    public long endOfRows(int group) throws IOException {
        boolean isImage = group >= numStepGroups();
        if (end.hasEnded() && (!isImage || demo.isComplete())) {
            return end.numSamples();
        }
        RecordedChunks recorded = demo.group(group);
        if (isImage) {
            return recorded.end();
        }
        ColumnGroup columns = columns(group);
        long newest = (long) recorded.end() * columns.chunkRows();
        for (int bank = 0; bank < columns.banks(); bank++) {
            long first = ((long) recorded.end() + bank) * columns.chunkRows();
            int whole = run.rows(demo, group, first, columns.chunkRows()).endOfWhole();
            newest = whole > 0 ? first + whole : newest;
        }
        return newest;
    }

    @Override
    public Optional<ByteBuffer> initialRow() throws IOException {
        return run.initialRow(demo);
    }

    @Override
    public Optional<ByteBuffer> finalRow() throws IOException {
        return run.finalRow(demo);
    }

    @Override
    public Optional<Chunk> stored(int group, long chunk) throws IOException {
        RecordedChunks recorded = demo.group(group);
        if (chunks.isEmpty() || !recorded.has(chunk) || recorded.rows(chunk) != expectedRows(group, chunk)) {
            return Optional.empty();
        }
        List<byte[]> stored = new ArrayList<>();
        for (int i = 0; i < recorded.columns(); i++) {
            Optional<byte[]> bytes =
                    chunks.get().read(recorded.place(chunk, i), recorded.size(chunk, i), recorded.crc(chunk, i));
            if (bytes.isEmpty()) {
                return Optional.empty();
            }
            stored.add(bytes.get());
        }
        Chunk whole = new Chunk(recorded.rows(chunk), stored);
        return isContradicted(group, chunk, whole) ? Optional.empty() : Optional.of(whole);
    }

    /** Only the last chunk of an episode that has ended is shorter than others. */
    private long expectedRows(int group, long chunk) {
        int chunkRows = run.layout().chunkRows(group);
        long left = demo.end()
                .filter(recorded -> recorded.hasEnded() && !recorded.discarded())
                .map(recorded -> recorded.numSamples() - chunk * chunkRows)
                .orElse(Long.MAX_VALUE);
        return Math.min(chunkRows, left);
    }

    /** The rows that are staged say whose they are; a record could say it wrongly. */
    private boolean isContradicted(int group, long chunk, Chunk stored) throws IOException {
        boolean mayBeStaged = group < numStepGroups()
                && chunk + columns(group).banks() >= demo.group(group).end();
        Chunk staged = mayBeStaged ? staged(group, chunk) : Chunk.NONE;
        try (ChunkDecoder decoder = new ChunkDecoder()) {
            for (int i = 0; i < staged.columns().size(); i++) {
                ColumnGroup.Column column = columns(group).columns().get(i);
                byte[] values = new byte[columns(group).chunkBytes(column)];
                decoder.inflate(
                        stored.columns().get(i), values, column.field().spec().storedElementBytes());
                int bytes = Math.min(staged.rows(), stored.rows()) * column.rowBytes();
                if (!Arrays.equals(values, 0, bytes, staged.columns().get(i), 0, bytes)) {
                    return true;
                }
            }
            return false;
        } catch (DataFormatException e) {
            return true;
        }
    }

    @Override
    public Chunk staged(int group, long chunk) throws IOException {
        ColumnGroup columns = columns(group);
        StagedRows staged = run.rows(demo, group, chunk * columns.chunkRows(), columns.chunkRows());
        int rows = staged.numWhole();
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; rows > 0 && i < columns.columns().size(); i++) {
            values.add(new byte[columns.chunkBytes(columns.columns().get(i))]);
            staged.copy(i, 0, rows, values.get(i), 0);
        }
        return rows > 0 ? new Chunk(rows, values) : Chunk.NONE;
    }

    @Override
    public List<String> events() throws IOException {
        return run.events(demo);
    }

    @Override
    public long eventsLost() {
        return Math.max(0, end.numEvents() - demo.numEvents());
    }
}
