package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.deflate.ChunkDecoder;
import io.github.roboreel.recorder.hdf5.deflate.FrameChunk;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.lib.ChunkPlace;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.lib.StoredChunks;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.schema.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;

/**
 * A demo of a file of a recorder before 0.3.0. Rows below {@code num_samples} are relied on, and later ones only in
 * chunks that are finished: an extent can reach the disk before the chunk below it. What the file no longer shows as
 * finished is in staging, since a bank and the frame log were used again only after the flush that made their chunks
 * reachable.
 */
final class LegacyDemo implements DemoSource {
    private static final int NONE = -1;

    /** Filter mask of a chunk that passed neither shuffle nor deflate. */
    private static final int RAW = 0b11;

    private final LegacyRun run;
    private final int number;
    private final Optional<RunFile> file;
    private final long fileBytes;
    private final List<String> findings;
    private final LegacyEnv staged;
    private final StoredChunks chunks = new StoredChunks();
    private long inFile;
    private int storedSimEnv = NONE;
    private DemoEnd stored;

    /**
     * @param fileBytes of the run file; what should lie behind them was cut off
     * @param findings gets a sentence for each thing that does not read
     */
    LegacyDemo(LegacyRun run, int number, Optional<RunFile> file, long fileBytes, List<String> findings)
            throws IOException {
        this.run = run;
        this.number = number;
        this.file = file;
        this.fileBytes = fileBytes;
        this.findings = findings;
        staged = run.env(number);
        stored = DemoEnd.recording(run.description().run());
        read(this::readAttributes);
    }

    /** Empty when it does not read, or is not there. */
    private <T> Optional<T> read(IoFunction<RunFile, Optional<T>> reading) throws IOException {
        try {
            return file.isPresent() ? reading.apply(file.get()) : Optional.empty();
        } catch (IOException e) {
            Disk.requireRoom(e);
            findings.add(e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<DemoEnd> readAttributes(RunFile from) throws IOException {
        if (run.mayLack(number) && !from.hasDemo(number)) {
            return Optional.empty();
        }
        Map<String, Object> attributes = from.attributes(number);
        inFile = attributes.get(AttributeNames.NUM_SAMPLES) instanceof Long n ? Math.max(0, n) : 0;
        storedSimEnv = attributes.get(AttributeNames.SIM_ENV_ID) instanceof Long n ? Math.toIntExact(n) : NONE;
        String json = String.valueOf(attributes.get(AttributeNames.EPISODE_METADATA));
        byte[] metadata = json.getBytes(StandardCharsets.UTF_8);
        EpisodeStatus status = DemoEnd.status(String.valueOf(attributes.get(AttributeNames.STATUS)))
                .orElse(EpisodeStatus.RECORDING);
        stored = new DemoEnd(status, status == EpisodeStatus.RECORDING ? NONE : inFile, 0, metadata);
        return Optional.of(stored);
    }

    /** Whether an episode has taken the demo's place. */
    boolean hasBegun() throws IOException {
        return storedSimEnv != NONE
                || inFile > 0
                || staged.hasBegun()
                || stored.hasEnded() && !stored.discarded()
                || hasInitialRowInFile();
    }

    private boolean hasInitialRowInFile() throws IOException {
        List<ColumnGroup.Column> columns =
                run.description().layout().initialRow().columns();
        return !columns.isEmpty()
                && read(from -> Optional.of(from.hasDemo(number)
                                && from.rows(number, columns.get(0).field()) > 0))
                        .orElse(false);
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int simEnv() {
        int simEnv = staged.simEnv().orElse(storedSimEnv);
        if (simEnv == NONE && run.description().run().isContinuous()) {
            findings.add(
                    RunFile.demoName(number) + ": nothing readable says which of the simulator's envs it comes from");
        }
        return simEnv;
    }

    /** The file's verdict and its number of samples can be of different flushes. */
    /** Begins of those versions said nothing. */
    @Override
    public Optional<EpisodeInfo> ownInfo() {
        return Optional.empty();
    }

    @Override
    public DemoEnd end() {
        DemoEnd end = staged.hasEnded() || !stored.hasEnded() ? staged.episode().orElse(stored) : stored;
        if (!end.hasEnded() && run.isWithoutArea(number)) {
            findings.add(RunFile.demoName(number)
                    + " had begun, and no area of the staging file is known to be its; what was staged of it is lost");
        }
        return end;
    }

    private int numStepGroups() {
        return run.description().layout().stepGroups().size();
    }

    private ColumnGroup columns(int group) {
        return run.description().layout().stepGroups().get(group);
    }

    private List<FrameChunk> planes(int group) {
        return run.description().frameChunks().ofImage(group - numStepGroups());
    }

    @Override
    public long endOfRows(int group) {
        if (group >= numStepGroups()) {
            return planes(group).stream()
                    .mapToLong(plane -> Math.max(inFile, run.frames().end(number, plane)))
                    .min()
                    .orElse(0);
        }
        long rows = Math.max(inFile, staged.groups().get(group).end());
        return staged.hasEnded()
                ? Math.max(rows, staged.episode().map(DemoEnd::numSamples).orElse(0L))
                : rows;
    }

    @Override
    public Optional<ByteBuffer> initialRow() throws IOException {
        return single(run.description().layout().initialRow(), staged.hasInitialRow());
    }

    @Override
    public Optional<ByteBuffer> finalRow() throws IOException {
        return single(run.description().layout().finalRow(), staged.hasFinalRow());
    }

    private Optional<ByteBuffer> single(ColumnGroup row, boolean isStaged) throws IOException {
        if (isStaged) {
            return Optional.of(staged.area().duplicate().slice(row.bank(0), row.bankBytes()));
        }
        ByteBuffer bank = ByteBuffer.allocateDirect(row.bankBytes());
        for (ColumnGroup.Column column : row.columns()) {
            Optional<byte[]> value = read(from -> storedRow(from, column));
            if (value.isEmpty()) {
                return Optional.empty();
            }
            bank.put(column.offset(), value.get());
        }
        return Optional.of(bank);
    }

    private Optional<byte[]> storedRow(RunFile from, ColumnGroup.Column column) throws IOException {
        if (from.rows(number, column.field()) != 1) {
            return Optional.empty();
        }
        StoredChunks.Chunk chunk = from.storedChunk(number, column.field(), 0, chunks);
        boolean isThere = chunk != null
                && chunk.bytes().limit() == column.rowBytes()
                && isBeforeEnd(from.chunkPlace(number, column.field(), 0));
        return isThere ? Optional.of(bytes(chunk)) : Optional.empty();
    }

    /** What has no checksum must not be the zeros behind the end of a file that was cut. */
    private boolean isBeforeEnd(Optional<ChunkPlace> place) {
        return place.filter(p -> p.address() >= 0 && p.address() + p.bytes() <= fileBytes)
                .isPresent();
    }

    private static byte[] bytes(StoredChunks.Chunk chunk) {
        byte[] bytes = new byte[chunk.bytes().limit()];
        chunk.bytes().get(0, bytes);
        return bytes;
    }

    // Steps

    @Override
    public Optional<Chunk> stored(int group, long chunk) throws IOException {
        return group < numStepGroups() ? storedRows(group, chunk) : frame(planes(group), chunk);
    }

    /** Full chunks only: of others staging may have more rows. */
    private Optional<Chunk> storedRows(int group, long chunk) throws IOException {
        ColumnGroup columns = columns(group);
        List<byte[]> stored = new ArrayList<>();
        for (ColumnGroup.Column column : columns.columns()) {
            Optional<byte[]> bytes = read(from -> finished(from, columns, column, chunk));
            if (bytes.isEmpty()) {
                return Optional.empty();
            }
            stored.add(bytes.get());
        }
        return Optional.of(new Chunk(columns.chunkRows(), stored));
    }

    private Optional<byte[]> finished(RunFile from, ColumnGroup columns, ColumnGroup.Column column, long chunk)
            throws IOException {
        long first = chunk * columns.chunkRows();
        Field field = column.field();
        if (from.rows(number, field) < first + columns.chunkRows()) {
            return Optional.empty();
        }
        return intact(from.storedChunk(number, field, first, chunks), columns.chunkBytes(column), field, first);
    }

    private Optional<byte[]> intact(StoredChunks.Chunk there, int size, Field field, long row) {
        return Optional.ofNullable(there)
                .filter(chunk -> chunk.skippedFilters() == 0)
                .map(LegacyDemo::bytes)
                .filter(stored -> inflated(stored, size, 1, field, row).isPresent());
    }

    private Optional<byte[]> inflated(byte[] stored, int size, int elementBytes, Field field, long row) {
        byte[] values = new byte[size];
        try (ChunkDecoder decoder = new ChunkDecoder()) {
            decoder.inflate(stored, values, elementBytes);
            return Optional.of(values);
        } catch (DataFormatException e) {
            findings.add(RunFile.demoName(number) + "/" + field + " row " + row + " does not inflate");
            return Optional.empty();
        }
    }

    private Optional<Chunk> frame(List<FrameChunk> planes, long step) throws IOException {
        List<byte[]> frame = new ArrayList<>();
        for (FrameChunk plane : planes) {
            Optional<byte[]> bytes = logged(plane, step);
            if (bytes.isEmpty()) {
                bytes = read(from -> storedPlane(from, plane, step));
            }
            if (bytes.isEmpty()) {
                return Optional.empty();
            }
            frame.add(bytes.get());
        }
        return Optional.of(new Chunk(1, frame));
    }

    private Optional<byte[]> logged(FrameChunk plane, long step) {
        return run.frames().find(number, plane, step).map(packed -> {
            byte[] bytes = new byte[packed.size()];
            run.frames().memory().get(packed.at(), bytes);
            return bytes;
        });
    }

    private Optional<byte[]> storedPlane(RunFile from, FrameChunk plane, long step) throws IOException {
        if (step >= from.rows(number, plane.image())) {
            return Optional.empty();
        }
        return intact(from.storedChunk(number, plane, step, chunks), plane.sizeBytes(), plane.image(), step);
    }

    /** A raw chunk has no checksum, so rows that are staged go before those of the file. */
    @Override
    public Chunk staged(int group, long chunk) throws IOException {
        ColumnGroup columns = columns(group);
        long first = chunk * columns.chunkRows();
        int inChunk = columns.chunkRows();
        List<byte[]> values = new ArrayList<>();
        for (ColumnGroup.Column column : columns.columns()) {
            byte[] rows = new byte[columns.chunkBytes(column)];
            inChunk = Math.min(
                    inChunk,
                    read(from -> readRows(from, columns, column, chunk, rows)).orElse(0));
            values.add(rows);
        }
        LegacyRows rows = staged.groups().get(group);
        int whole = 0;
        while (whole < columns.chunkRows() && (rows.has(first + whole) || whole < inChunk)) {
            if (rows.has(first + whole)) {
                copy(rows, columns, first, whole, values);
            }
            whole++;
        }
        clear(columns, values, whole);
        return whole == 0 ? Chunk.NONE : new Chunk(whole, values);
    }

    private static void copy(LegacyRows rows, ColumnGroup columns, long first, int row, List<byte[]> values) {
        for (int i = 0; i < values.size(); i++) {
            ColumnGroup.Column column = columns.columns().get(i);
            rows.copy(first + row, column, values.get(i), row * column.rowBytes());
        }
    }

    private static void clear(ColumnGroup columns, List<byte[]> values, int from) {
        for (int i = 0; i < values.size(); i++) {
            int start = from * columns.columns().get(i).rowBytes();
            Arrays.fill(values.get(i), start, values.get(i).length, (byte) 0);
        }
    }

    /** Fills in a chunk's values, and says how many rows of it can be relied on. */
    private Optional<Integer> readRows(
            RunFile from, ColumnGroup columns, ColumnGroup.Column column, long chunk, byte[] values)
            throws IOException {
        long first = chunk * columns.chunkRows();
        Field field = column.field();
        long rows = Math.min(columns.chunkRows(), from.rows(number, field) - first);
        StoredChunks.Chunk there = rows <= 0 ? null : from.storedChunk(number, field, first, chunks);
        if (there == null) {
            return Optional.empty();
        }
        byte[] stored = bytes(there);
        if (there.skippedFilters() == 0) {
            int elementBytes = field.spec().storedElementBytes();
            Optional<byte[]> inflated = inflated(stored, values.length, elementBytes, field, first);
            inflated.ifPresent(plain -> System.arraycopy(plain, 0, values, 0, values.length));
            return inflated.map(plain -> (int) rows);
        }
        boolean isReliable = there.skippedFilters() == RAW
                && stored.length == values.length
                && isBeforeEnd(from.chunkPlace(number, field, first));
        if (!isReliable) {
            return Optional.empty();
        }
        System.arraycopy(stored, 0, values, 0, values.length);
        return Optional.of((int) Math.max(0, Math.min(rows, inFile - first)));
    }

    /** Staging of those versions holds none. */
    @Override
    public List<String> events() {
        return List.of();
    }

    @Override
    public long eventsLost() {
        return 0;
    }
}
