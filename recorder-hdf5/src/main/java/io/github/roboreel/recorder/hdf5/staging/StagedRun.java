package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.RunDescription;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.RowLayout;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The staging file of an open run, whether its recorder lives or died, as of the last {@link #refresh}. Whatever it
 * says was recorded: records and rows count only with the right checksum. For one thread at a time; interrupting it
 * closes the file.
 *
 * <p>The file is read, never mapped: its recorder cuts it to nothing at the run's close, which would be a bus error in
 * mapped memory. Both see the same page cache, so a row can be read as soon as its mark is written.
 */
public final class StagedRun implements AutoCloseable {
    /** Asked for first where there may be no more, so that a look costs what is new. */
    private static final int FIRST_ROWS = 8;

    private final FileChannel file;
    private final StagingDescription description;
    private final LedgerScan scan;
    private final List<Integer> groupColumns = new ArrayList<>();
    private final TreeMap<Integer, StagedDemo> demos = new TreeMap<>();

    private StagedRun(FileChannel file, StagingDescription description) throws IOException {
        this.file = file;
        this.description = description;
        StagingLayout layout = description.layout();
        layout.stepGroups().forEach(group -> groupColumns.add(group.columns().size()));
        for (int image = 0; image < description.frameChunks().numImages(); image++) {
            groupColumns.add(description.frameChunks().ofImage(image).size());
        }
        scan = new LedgerScan(file, layout.ledger(), description.runId());
        refresh();
    }

    /**
     * Opens it.
     *
     * @param outputFolder the folder above the env's
     * @return empty when its header is not whole: it is just being made, already cut, or damaged; or when it is of a
     *     version before 4
     * @throws NewerFormatException when a newer RoboReel wrote it
     * @throws IOException when there is no such file, or it cannot be read
     */
    public static Optional<StagedRun> open(Path path, Path outputFolder) throws IOException {
        FileChannel file = FileChannel.open(path);
        try {
            Optional<StagingDescription> description = StagingDescription.read(file, path, outputFolder)
                    .filter(known -> known.version() >= StagingLayout.VERSION);
            if (description.isEmpty()) {
                file.close();
                return Optional.empty();
            }
            return Optional.of(new StagedRun(file, description.get()));
        } catch (IOException | RuntimeException e) {
            Undo.after(e, file::close);
            throw e;
        }
    }

    /** Reads what the ledger has got since. */
    public void refresh() throws IOException {
        for (LedgerRecord record = scan.next(); record != null; record = scan.next()) {
            take(record);
        }
    }

    private void take(LedgerRecord record) throws IOException {
        if (record.type() == RecordType.CLOSED) {
            return;
        }
        if (record.demo() < 0 || record.demo() >= run().numDemos()) {
            return;
        }
        StagedDemo demo = demos.computeIfAbsent(record.demo(), n -> new StagedDemo(n, groupColumns));
        switch (record.type()) {
            case BEGIN -> takeBegin(demo, record);
            case EVENT -> takeEvent(demo, record);
            case CHUNK -> takeChunk(demo, record);
            default -> takeEnd(demo, record);
        }
    }

    private void takeBegin(StagedDemo demo, LedgerRecord record) throws IOException {
        int rowBytes = record.payload().bytes() - record.extra();
        boolean plausible = record.extra() >= 0
                && rowBytes >= 0
                && record.count() >= 0
                && record.count() < run().numEnvs()
                && record.number() >= 0
                && record.number() < layout().numAreas()
                && (layout().isLent() || record.number() == demo.number());
        if (!plausible) {
            demo.contradict();
            return;
        }
        long start = record.payload().position();
        LedgerRecord.Payload row = new LedgerRecord.Payload(start, rowBytes, 0);
        LedgerRecord.Payload info = new LedgerRecord.Payload(start + rowBytes, record.extra(), 0);
        demo.begin(
                record.count(),
                (int) record.number(),
                row,
                record.extra() == 0 ? null : said(demo, record.count(), info));
    }

    /** Null when it is none. */
    private EpisodeBegin said(StagedDemo demo, int simEnv, LedgerRecord.Payload json) throws IOException {
        byte[] bytes = new byte[json.bytes()];
        payload(json).get(bytes);
        try {
            return RunDescription.parseBegin(simEnv, bytes);
        } catch (IOException e) {
            demo.contradict();
            return null;
        }
    }

    /** Of events that do not follow each other, one is missing. */
    private static void takeEvent(StagedDemo demo, LedgerRecord record) {
        if (record.number() >= demo.numEvents()) {
            demo.addEvent(record.payload());
        } else {
            demo.contradict();
        }
    }

    private void takeChunk(StagedDemo demo, LedgerRecord record) throws IOException {
        int columns =
                record.extra() >= 0 && record.extra() < groupColumns.size() ? groupColumns.get(record.extra()) : -1;
        if (columns * Ledger.CHUNK_ENTRY_BYTES != record.payload().bytes()
                || record.count() <= 0
                || record.count() > layout().chunkRows(record.extra())
                || record.number() < 0
                || record.number() >= maxChunks(record.payload().bytes())) {
            demo.contradict();
            return;
        }
        ByteBuffer payload = payload(record.payload());
        long[] places = new long[columns];
        int[] sizes = new int[columns];
        int[] crcs = new int[columns];
        for (int i = 0; i < columns; i++) {
            int at = i * Ledger.CHUNK_ENTRY_BYTES;
            places[i] = payload.getLong(at);
            sizes[i] = payload.getInt(at + 8);
            crcs[i] = payload.getInt(at + 12);
        }
        demo.group(record.extra()).put((int) record.number(), record.count(), places, sizes, crcs);
    }

    /** Each has a record of its own, so that a damaged number takes no more memory than the file. */
    private long maxChunks(int payloadBytes) throws IOException {
        return Math.min(
                Integer.MAX_VALUE / Math.max(1, payloadBytes),
                (file.size() - layout().ledger()) / (LedgerRecord.HEAD_BYTES + payloadBytes) + 1);
    }

    private void takeEnd(StagedDemo demo, LedgerRecord record) throws IOException {
        int headBytes = Ledger.STATUS_BYTES + Integer.BYTES;
        int maxBytes =
                headBytes + EpisodeMetadata.MAX_BYTES + layout().finalRow().bankBytes();
        if (record.number() < 0
                || record.payload().bytes() < headBytes
                || record.payload().bytes() > maxBytes) {
            demo.contradict();
            return;
        }
        ByteBuffer payload = payload(record.payload());
        byte[] label = new byte[Ledger.STATUS_BYTES];
        payload.get(label);
        int metadataBytes = payload.getInt();
        Optional<EpisodeStatus> status = DemoEnd.status(new String(label, StandardCharsets.US_ASCII));
        if (status.isEmpty()
                || metadataBytes < 0
                || metadataBytes > Math.min(payload.remaining(), EpisodeMetadata.MAX_BYTES)) {
            demo.contradict();
            return;
        }
        byte[] metadata = new byte[metadataBytes];
        payload.get(metadata);
        LedgerRecord.Payload row = (record.extra() & Ledger.HAS_FINAL_ROW) == 0
                ? null
                : new LedgerRecord.Payload(record.payload().position() + payload.position(), payload.remaining(), 0);
        boolean complete = (record.extra() & Ledger.COMPLETE) != 0;
        demo.end(new DemoEnd(status.get(), record.number(), record.count(), metadata), complete, row);
    }

    private ByteBuffer payload(LedgerRecord.Payload payload) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(payload.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        if (!LedgerScan.readFully(file, bytes, payload.position())) {
            throw new IOException("the staging file was cut while it was read");
        }
        return bytes.flip();
    }

    public StagingDescription description() {
        return description;
    }

    public RunSpec run() {
        return description.run();
    }

    /** Its stored fields. */
    public FieldSchema schema() {
        return description.schema();
    }

    public StagingLayout layout() {
        return description.layout();
    }

    /** How the frames of images are cut into chunks. */
    public FrameChunks frameChunks() {
        return description.frameChunks();
    }

    /** Whether its recorder has cut it: everything is in the run file. */
    public boolean isGone() throws IOException {
        return file.size() < description.layout().area(0);
    }

    /**
     * Whether the file was cut where no kill cuts it: inside an area or a record, or so that rows stand in an area to
     * which no record belongs. A file that was cut between two records cannot be told from an older one.
     */
    public boolean isCut() throws IOException {
        boolean isBetweenRecords = file.size() >= layout().ledger() && file.size() <= scan.end();
        return !isBetweenRecords && file.size() % StagingLayout.PAGE_BYTES != 0 || hasRowsWithoutBegin();
    }

    private boolean hasRowsWithoutBegin() throws IOException {
        List<ColumnGroup> groups = layout().stepGroups();
        for (int area = 0; area < layout().numAreas() && !groups.isEmpty(); area++) {
            int number = area;
            ByteBuffer mark = ByteBuffer.allocate(ColumnGroup.MARK_BYTES);
            boolean isKnown = demos.values().stream().anyMatch(demo -> demo.area() == number);
            boolean isThere = LedgerScan.readFully(
                    file, mark, layout().area(area) + groups.get(0).mark(0));
            if (!isKnown && isThere && mark.getLong(0) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Records that are not whole any more. */
    public long lostRecords() {
        return scan.lost();
    }

    /** The demos whose episodes have begun, by their numbers. */
    public Collection<StagedDemo> demos() {
        return Collections.unmodifiableCollection(demos.values());
    }

    /** A demo whose episode has begun. */
    public Optional<StagedDemo> demo(int number) {
        return Optional.ofNullable(demos.get(number));
    }

    /**
     * A demo whose episode has begun, also when the record of that is damaged and its rows are there: without areas
     * that are lent each demo has its own.
     */
    public Optional<StagedDemo> begunDemo(int number) throws IOException {
        if (!demos.containsKey(number) && !layout().isLent() && hasRows(number)) {
            demos.put(number, new StagedDemo(number, groupColumns));
        }
        return demo(number);
    }

    private boolean hasRows(int number) throws IOException {
        StagedDemo demo = new StagedDemo(number, groupColumns);
        for (int group = 0; group < layout().stepGroups().size(); group++) {
            if (rows(demo, group, 0, 1).numWhole() > 0) {
                return true;
            }
        }
        return false;
    }

    /** What a demo's episode is: what its begin said, else what the run says. */
    public EpisodeInfo info(StagedDemo demo) {
        return demo.ownInfo().orElse(run().episodes().get(demo.number()));
    }

    /** How a demo stands that has begun and not ended. */
    public DemoEnd recording(StagedDemo demo) {
        return DemoEnd.recording(run(), demo.metadata());
    }

    /** The row of INITIAL fields, as {@link ColumnGroup#copy} made it; empty when it is not there. */
    public Optional<ByteBuffer> initialRow(StagedDemo demo) throws IOException {
        return single(demo.initialRow(), layout().initialRow());
    }

    /** The row of FINAL fields, likewise; empty when there is none. */
    public Optional<ByteBuffer> finalRow(StagedDemo demo) throws IOException {
        return single(demo.finalRow(), layout().finalRow());
    }

    private Optional<ByteBuffer> single(LedgerRecord.Payload row, ColumnGroup group) throws IOException {
        return row == null || row.bytes() != group.bankBytes() ? Optional.empty() : Optional.of(payload(row));
    }

    /** The events of a demo that are staged, JSON each, in order. */
    public List<String> events(StagedDemo demo) throws IOException {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < demo.numEvents(); i++) {
            events.add(StandardCharsets.UTF_8.decode(payload(demo.event(i))).toString());
        }
        return events;
    }

    /**
     * Copies rows out of a demo's area, all of one chunk; those count that are whole.
     *
     * @param group index of a step group
     */
    public StagedRows rows(StagedDemo demo, int group, long from, int rows) throws IOException {
        StagingLayout layout = layout();
        ColumnGroup columns = layout.stepGroups().get(group);
        int area = layout.isLent() ? demo.area() : demo.number();
        return area >= 0
                ? StagedRows.read(file, layout.area(area), columns, description.runId(), demo.number(), from, rows)
                : StagedRows.none(columns, rows);
    }

    /**
     * Steps from {@code from} on that are whole in a demo's area.
     *
     * @param group index of a step group
     */
    public long endOfRows(StagedDemo demo, int group, long from) throws IOException {
        ColumnGroup columns = layout().stepGroups().get(group);
        long end = from;
        boolean more = true;
        for (int asked = FIRST_ROWS; more; asked = Math.min(2 * asked, columns.chunkRows())) {
            int rows = Math.min(asked, columns.chunkRows() - columns.index(end));
            int whole = rows(demo, group, end, rows).numWhole();
            end += whole;
            more = whole == rows;
        }
        return end;
    }

    /** The group of columns of a STEP field, as the ledger numbers it. */
    public int group(Field field) {
        RowLayout steps = schema().layout(FieldPhase.STEP);
        if (field.spec().image()) {
            return layout().stepGroups().size() + steps.storedImages().indexOf(field);
        }
        List<ColumnGroup> groups = layout().stepGroups();
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).indexOf(field) >= 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("field '" + field + "' has no rows");
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
